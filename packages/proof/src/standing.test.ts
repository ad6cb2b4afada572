import { expect, test } from '@jest/globals'
import { randomBytes } from './bytes.ts'
import { KINDS } from './leaf.ts'
import { parsePolicy } from './policy.ts'
import { formatProofFile, parseProofFile } from './proof-file.ts'
import { sha256 } from './sha256.ts'
import { createSampleRecord } from './testing/sample-record.ts'
import { createSampleWitness } from './testing/verdict-cases.ts'
import { answer, formatInEnglish } from './testing/verification-setup.ts'
import { NOW, verifyOnline } from './testing/verify-online.ts'

const HOUR_S = 3_600
const DAY_S = 86_400

/** A record with one certificate, anchored `ageS` seconds before now. */
function setup({ ageS = HOUR_S } = {}) {
  const document = randomBytes(32)
  const record = createSampleRecord({ startsAt: new Date(NOW.getTime() - ageS * 1000) })
  record.certify(randomBytes(32))
  const index = record.certify(sha256(document))
  const first = record.anchor()
  return { document, record, index, first }
}

test('with a node and the record, the standing is as of the newest final block', async () => {
  const { record, ...rest } = setup({ ageS: 3 * DAY_S })
  const proofFile = await record.proofFile(rest.index)
  record.mine(1, 3 * DAY_S - 60)
  const result = await verifyOnline({ record, ...rest }, { proofFile })
  expect(answer(result)).toEqual(['verified', 0, 'passed OK'])
  expect(result.notRevokedAsOf).toBe('2026-11-22T11:01:12.000Z')
})

test('a node whose newest block is old gives an outdated standing', async () => {
  const { record, ...rest } = setup({ ageS: 3 * DAY_S })
  record.mine(20)
  const result = await verifyOnline({ record, ...rest })
  expect(answer(result)).toEqual(['standing-outdated', 2, 'not checked STANDING_OUTDATED'])
  expect(formatInEnglish(result).verdict).toMatchObject({
    headline: 'This is the original file.',
    note: 'Whether it was revoked since could not be checked.',
    tone: 'positive',
  })
})

test('without the file, the answer says that revocation could not be checked', async () => {
  const { record, ...rest } = setup({ ageS: 3 * DAY_S })
  const noteOf = async (options: Parameters<typeof verifyOnline>[1]) => {
    const result = await verifyOnline({ record, ...rest }, { fingerprint: null, ...options })
    const { headline, note } = formatInEnglish(result).verdict
    expect(headline).toBe('Certificate found.')
    return note
  }
  record.mine(20)
  expect(await noteOf({})).toBe('Whether it was revoked could not be checked.')
  expect(await noteOf({ existenceOnly: true })).toBeNull()
  record.mine(1, 3 * DAY_S)
  expect(await noteOf({})).toBeNull()
})

test('a longer maximum age accepts an older standing', async () => {
  const { record, ...rest } = setup({ ageS: 3 * DAY_S })
  record.mine(20)
  const result = await verifyOnline({ record, ...rest }, { maxAgeMs: 4 * DAY_S * 1000 })
  expect(result.exitCode).toBe(0)
})

test('a node in the future is not believed', async () => {
  const { record, ...rest } = setup()
  record.mine(1, 2 * HOUR_S)
  const result = await verifyOnline({ record, ...rest })
  expect(answer(result)).toEqual(['incomplete', 2, 'not checked TIME_IN_FUTURE'])
})

test('a revocation in the newest anchored state is found with an old proof', async () => {
  const { record, index, document } = setup()
  const proofFile = await record.proofFile(index)
  record.revoke(index)
  record.anchor()
  const result = await verifyOnline({ record, index, document }, { proofFile })
  expect(answer(result)).toEqual(['revoked', 1, 'failed REVOKED'])
})

test('a revocation that is recorded but not anchored is found', async () => {
  const { record, index, document } = setup()
  record.revoke(index)
  expect(answer(await verifyOnline({ record, index, document }))).toEqual([
    'revoked',
    1,
    'failed REVOKED',
  ])
})

test('a replacement that is recorded but not anchored is found', async () => {
  const { record, index, document } = setup()
  record.replace(index, randomBytes(32))
  expect(answer(await verifyOnline({ record, index, document }))[0]).toBe('replaced')
})

test('a revocation is found in an anchor that is not final yet', async () => {
  const { record, index, document } = setup()
  record.revoke(index)
  record.anchor()
  record.setUnfinalBlocks(1)
  expect((await verifyOnline({ record, index, document })).verdict.code).toBe('revoked')
})

test('a record that shows an older checkpoint than the blockchain is not believed', async () => {
  const { record, index, document } = setup()
  const checkpoint = await record.read('checkpoint')
  record.certify(randomBytes(32))
  record.anchor()
  const openRecord = () => (path: string) =>
    path === 'checkpoint' ? Promise.resolve(checkpoint) : record.read(path)
  const result = await verifyOnline({ record, index, document }, { openRecord })
  expect(answer(result)).toEqual(['standing-outdated', 2, 'not checked STANDING_OUTDATED'])
})

test('a record that withholds its newest anchored state is not believed', async () => {
  const { record, index, document, first } = setup()
  const proofFile = await record.proofFile(index)
  const latest = await record.read('anchor/latest')
  record.revoke(index)
  record.anchor()
  const openRecord = () => (path: string) =>
    path === 'anchor/latest' ? Promise.resolve(latest) : record.read(path)
  const result = await verifyOnline({ record, index, document }, { proofFile, openRecord })
  expect(answer(result)).toEqual(['standing-outdated', 2, 'not checked STANDING_OUTDATED'])
  expect(result.notRevokedAsOf).not.toBe(first.blockTime)
}, 20_000)

test('a record that changes an entry after its anchor is not believed', async () => {
  const { record, index, document } = setup()
  record.revoke(index)
  const openRecord = () => async (path: string) => {
    const bytes = await record.read(path)
    // The kind of the last entry is its second byte: certified instead of revoked.
    if (path.startsWith('tile/entries/')) bytes[bytes.length - 41] = KINDS.certified
    return bytes
  }
  const result = await verifyOnline({ record, index, document }, { openRecord })
  expect(result.exitCode).not.toBe(0)
})

test('an anchored state without a status does not show that nothing was revoked', async () => {
  const { record, index, document } = setup()
  const proofFile = await record.proofFile(index)
  record.certify(randomBytes(32))
  record.anchor({ hasStatus: false })
  const result = await verifyOnline({ record, index, document }, { proofFile })
  expect(result.exitCode).toBe(2)
  expect(result.verdict.code).toBe('standing-outdated')
})

test('finds the final state behind newer anchored states', async () => {
  const { record, index, document } = setup()
  for (let i = 0; i < 3; i++) {
    record.certify(randomBytes(32))
    record.anchor()
  }
  record.mine(1)
  record.setUnfinalBlocks(3)
  expect((await verifyOnline({ record, index, document })).exitCode).toBe(0)
})

/** A record whose newest anchor has two confirmations, while the node calls only an older block final. */
function setupUnfinal({ hasEarlierAnchor = false } = {}) {
  const document = randomBytes(32)
  const record = createSampleRecord({ startsAt: new Date(NOW.getTime() - HOUR_S * 1000) })
  record.mine(1)
  if (hasEarlierAnchor) {
    record.certify(randomBytes(32))
    record.anchor()
  }
  const index = record.certify(sha256(document))
  const first = record.anchor()
  record.mine(1)
  record.setUnfinalBlocks(2)
  const policy = (confirmations: number) => parsePolicy(record.policyText({ confirmations }))
  return { document, record, index, first, policy }
}

test.each([
  ['the first anchor of a record', {}],
  ['an anchor after others', { hasEarlierAnchor: true }],
])(
  '%s suffices with the required confirmations, before the node calls it final',
  async (_, options) => {
    const { policy, ...sample } = setupUnfinal(options)
    for (const openRecord of [{}, { openRecord: undefined }]) {
      const confirmed = await verifyOnline(sample, { policy: policy(2), ...openRecord })
      expect(answer(confirmed)).toEqual(['verified', 0, 'passed OK'])
      expect(confirmed.notRevokedAsOf).toBe(sample.first.blockTime)
      const waiting = await verifyOnline(sample, { policy: policy(3), ...openRecord })
      expect(waiting.verdict.code).toBe('not-final')
    }
  },
)

test('a revocation that is not anchored is found, although the node does not call the certificate’s anchor final', async () => {
  const { policy, ...sample } = setupUnfinal()
  sample.record.revoke(sample.index)
  const result = await verifyOnline(sample, { policy: policy(2) })
  expect(answer(result)).toEqual(['revoked', 1, 'failed REVOKED'])
})

test('an anchor that the record has not published yet does not matter before the node calls it final', async () => {
  const { policy, record, index, document } = setupUnfinal()
  record.setUnfinalBlocks(1)
  const proofFile = await record.proofFile(index)
  const latest = await record.read('anchor/latest')
  record.certify(randomBytes(32))
  record.anchor()
  record.mine(1)
  record.setUnfinalBlocks(2)
  const openRecord = () => (path: string) =>
    path === 'anchor/latest' ? Promise.resolve(latest) : record.read(path)
  const options = { policy: policy(2), proofFile, openRecord }
  const result = await verifyOnline({ record, index, document }, options)
  expect(answer(result)).toEqual(['verified', 0, 'passed OK'])
})

test('with a node only, the proof’s own newest state suffices while it is the newest', async () => {
  const { record, index, document } = setup()
  const noRecord = { openRecord: undefined }
  expect((await verifyOnline({ record, index, document }, noRecord)).exitCode).toBe(0)
  const proofFile = await record.proofFile(index)
  record.certify(randomBytes(32))
  const next = record.anchor({ afterS: 600 })
  const result = await verifyOnline({ record, index, document }, { ...noRecord, proofFile })
  expect(answer(result)).toEqual(['standing-outdated', 2, 'not checked STANDING_OUTDATED'])
  expect(result.notRevokedAsOf).toBe(next.blockTime)
})

/** A record whose anchored states two witnesses cosign at these times. */
function setupWitnessed(times: readonly [Date, Date]) {
  const { document, record, index } = setup()
  const witnesses = [createSampleWitness('one'), createSampleWitness('two')]
  for (const [i, witness] of witnesses.entries()) {
    record.addCosigner((note) => witness.cosign(note, times[i] as Date))
  }
  record.certify(randomBytes(32))
  const { blockHash } = record.anchor()
  const text = `${witnesses.map(({ line }) => line).join('')}group both all one two\nquorum both\n`
  const policy = parsePolicy(record.policyText({ witnesses: text }))
  const first = record.anchors()[0]
  const hashes = [first?.blockHash, blockHash].map((hash) =>
    Buffer.from(String(hash).slice(2), 'hex'),
  )
  return { document, record, index, policy, hashes }
}

test('with the record only, the standing is as of the oldest of the quorum’s newest cosignatures', async () => {
  const [older, newer] = [new Date(NOW.getTime() - 7_200_000), new Date(NOW.getTime() - 60_000)]
  const { policy, hashes, ...rest } = setupWitnessed([newer, older])
  const blocks = { kind: 'trusted block hashes', hashes: hashes.slice(0, 1) } as const
  const result = await verifyOnline(rest, { policy, blocks })
  expect(answer(result)).toEqual(['verified', 0, 'passed OK'])
  expect(result.notRevokedAsOf).toBe('2026-11-22T09:02:00.000Z')
})

test('with the record only and no witnesses, the proof’s own status counts', async () => {
  const { record, index, document, first } = setup()
  const hash = Buffer.from(first.blockHash.slice(2), 'hex')
  const blocks = { kind: 'trusted block hashes', hashes: [hash] } as const
  const result = await verifyOnline({ record, index, document }, { blocks })
  expect(answer(result)).toEqual(['standing-outdated', 2, 'not checked STANDING_OUTDATED'])
})

test('offline with a trusted block hash, the proof’s own status counts up to the maximum age', async () => {
  const { record, index, document, first } = setup({ ageS: 2 * DAY_S })
  const hash = Buffer.from(first.blockHash.slice(2), 'hex')
  const offline = {
    blocks: { kind: 'trusted block hashes', hashes: [hash] },
    openRecord: undefined,
  } as const
  const result = await verifyOnline({ record, index, document }, offline)
  expect(answer(result)).toEqual(['standing-outdated', 2, 'not checked STANDING_OUTDATED'])
  expect(result.notRevokedAsOf).toBe(first.blockTime)
  const patient = { ...offline, maxAgeMs: 3 * DAY_S * 1000 }
  expect((await verifyOnline({ record, index, document }, patient)).exitCode).toBe(0)
})

test('the newer state of a proof counts only if its block is trusted', async () => {
  const { record, index, document, first } = setup({ ageS: 2 * DAY_S })
  record.certify(randomBytes(32))
  const newest = record.anchor({ afterS: 2 * DAY_S - HOUR_S })
  const hashes = [first, newest].map(({ blockHash }) => Buffer.from(blockHash.slice(2), 'hex'))
  const verifyWith = (trusted: readonly Uint8Array[]) =>
    verifyOnline(
      { record, index, document },
      { blocks: { kind: 'trusted block hashes', hashes: trusted }, openRecord: undefined },
    )
  const both = await verifyWith(hashes)
  expect(both.exitCode).toBe(0)
  expect(both.notRevokedAsOf).toBe(newest.blockTime)
  expect(both.facts?.blockTime).toBe(first.blockTime)
  const one = await verifyWith(hashes.slice(0, 1))
  expect([one.exitCode, one.notRevokedAsOf]).toEqual([2, first.blockTime])
})

test.each(['checkpoint', 'proof', 'chain', 'status'] as const)(
  'a newer state whose %s was replaced fails',
  async (field) => {
    const { record, index, document } = setup()
    record.certify(randomBytes(32))
    record.anchor()
    const file = parseProofFile(await record.proofFile(index))
    const other = setup()
    other.record.certify(randomBytes(32))
    other.record.anchor()
    const { newer } = parseProofFile(await other.record.proofFile(other.index))
    if (!file.newer || !newer) throw new Error('the samples have no newer state')
    const changed = { ...file, newer: { ...file.newer, [field]: newer[field] } }
    const result = await verifyOnline(
      { record, index, document },
      { proofFile: formatProofFile(changed) },
    )
    expect(answer(result).slice(0, 2)).toEqual(['broken', 1])
  },
)

test('existence only: the revocation is not checked, and a known one is named', async () => {
  const { record, index, document, first } = setup()
  const result = await verifyOnline({ record, index, document }, { existenceOnly: true })
  expect(answer(result)).toEqual(['existed', 0, 'not checked NOT_REQUESTED'])
  const revokedBy = record.revoke(index)
  const { checkpoint, chain } = record.anchor()
  record.mine(12)
  const proofFile = await record.proofFile(index, { checkpoint, chain, revokedBy })
  const revoked = await verifyOnline(
    { record, index, document },
    { existenceOnly: true, proofFile },
  )
  expect(revoked.exitCode).toBe(0)
  expect(formatInEnglish(revoked).verdict.context).toContain(
    'The certificate was revoked or replaced later.',
  )
  expect(first.size).toBe(3n)
})

test('a later entry that refers to another certificate is refused', async () => {
  const { record, index, document } = setup()
  const revokedBy = record.revoke(0n)
  const { checkpoint, chain } = record.anchor()
  const proofFile = await record.proofFile(index, { checkpoint, chain, revokedBy })
  const result = await verifyOnline({ record, index, document }, { proofFile })
  expect(answer(result)).toEqual(['broken', 1, 'failed BAD_SUCCESSOR'])
})
