/**
 * Attacks on the verifier, each by somebody who makes or forwards proofs, runs a record, or answers for a node or a
 * record. None may lead to exit code 0.
 */
import { afterAll, expect, test } from '@jest/globals'
import { randomBytes, toHex } from './bytes.ts'
import { formatCheckpoint } from './checkpoint.ts'
import { generateKey, parsePrivateKey, signNote } from './note.ts'
import { mergePolicies, parsePolicy, policyFromVkey } from './policy.ts'
import {
  formatProofFile,
  type NewerState,
  type ProofFile,
  parseProofFile,
  type Successor,
} from './proof-file.ts'
import { sha256 } from './sha256.ts'
import {
  attack,
  countAttempt,
  hashOf,
  readers,
  requireAttempts,
  setup,
} from './testing/attack-setup.ts'
import { sampleAnchor } from './testing/sample-log.ts'
import { createSampleRecord } from './testing/sample-record.ts'
import { formatInEnglish } from './testing/verification-setup.ts'
import { NOW, verifyOnline } from './testing/verify-online.ts'
import { type VerifyInput, verify } from './verify.ts'

afterAll(() => requireAttempts(40))

function changeProof(text: string, change: (file: ProofFile) => Partial<ProofFile>): string {
  const file = parseProofFile(text)
  return formatProofFile({ ...file, ...change(file) })
}

test('a genuine file passes, so that the attacks below fail for their own reason', async () => {
  const result = await verifyOnline(setup())
  expect(result.exitCode).toBe(0)
})

test('a revoked certificate whose proof has no status', async () => {
  const sample = setup({ isRevoked: true })
  const { record, index } = sample
  for (const source of [await sample.oldProof, await record.proofFile(index)]) {
    const stripped = () => ({ status: undefined, newer: undefined, successor: undefined })
    const proofFile = changeProof(source, stripped)
    for (const [name, reader] of readers(sample)) {
      const { verdict } = await attack(sample, { ...reader, proofFile })
      expect([name, verdict.code]).toEqual([
        name,
        name.endsWith('record') ? 'revoked' : 'incomplete',
      ])
    }
  }
})

test('a revoked certificate whose newer state lacks the revoking entry, or has that of another certificate', async () => {
  const sample = setup({ isRevoked: true })
  const proofFile = await sample.record.proofFile(sample.index)
  const withNewer = (change: Partial<NewerState>) =>
    changeProof(proofFile, ({ newer }) => ({ newer: { ...(newer as NewerState), ...change } }))
  const successor = parseProofFile(proofFile).newer?.successor as Successor
  const ofAnother = { ...successor, entry: successor.entry.with(41, 99) }
  for (const [file, code] of [
    [withNewer({ successor: undefined }), 'revoked'],
    [withNewer({ successor: ofAnother }), 'broken'],
    [withNewer({ successor: { ...successor, index: successor.index + 1n } }), 'broken'],
  ] as const) {
    const { verdict } = await attack(sample, { proofFile: file })
    expect(verdict.code).toBe(code)
  }
})

test('a revoked certificate with a proof older than the revocation', async () => {
  const sample = setup({ isRevoked: true })
  const proofFile = await sample.oldProof
  for (const [name, reader] of readers(sample)) {
    if (name === 'block hashes only') continue
    const { verdict } = await attack(sample, { ...reader, proofFile })
    expect([name, verdict.code]).toEqual([
      name,
      name.endsWith('record') ? 'revoked' : name === 'neither' ? 'incomplete' : 'standing-outdated',
    ])
  }
  // Without any source, the proof's own status counts until it is too old.
  const hashes = { kind: 'trusted block hashes', hashes: [hashOf(sample.first)] } as const
  const later = new Date(NOW.getTime() + 24 * 3_600_000)
  const offline = { blocks: hashes, openRecord: undefined, proofFile, now: later }
  expect((await attack(sample, offline)).verdict.code).toBe('standing-outdated')
})

test.each([
  ['its newest anchored state', ['anchor/latest']],
  ['its newest checkpoint', ['checkpoint']],
  ['both', ['anchor/latest', 'checkpoint']],
])(
  'a record that shows an older version of %s',
  async (_name, paths) => {
    const sample = setup({ isRevoked: true })
    const old = sample.oldFiles as Record<string, Promise<Uint8Array>>
    const openRecord = () => async (path: string) =>
      paths.includes(path) ? await (old[path] as Promise<Uint8Array>) : sample.record.read(path)
    await attack(sample, { openRecord, proofFile: await sample.oldProof })
  },
  20_000,
)

test.each(['anchor/latest', 'checkpoint', 'tile/entries/000', 'tile/0/000'])(
  'a record that withholds %s',
  async (missing) => {
    const sample = setup()
    sample.record.certify(randomBytes(32))
    const openRecord = () => (path: string) =>
      path.startsWith(missing) ? Promise.reject(new Error('not found')) : sample.record.read(path)
    await attack(sample, { openRecord, proofFile: await sample.oldProof })
  },
)

test('an anchored state that withholds its status', async () => {
  const { document, record, index, ...rest } = setup()
  const proofFile = await rest.oldProof
  record.certify(randomBytes(32))
  record.anchor({ hasStatus: false })
  record.mine(12)
  await attack({ document, record, index, ...rest }, { proofFile })
})

test('a contract or operator other than those that the origin of a trusted key names', async () => {
  const sample = setup()
  const policy = policyFromVkey(sample.record.vkey)
  const { chain } = parseProofFile(await sample.oldProof)
  const state = sample.first
  const { size } = state
  const root = new Uint8Array(Buffer.from(state.checkpoint.split('\n')[2] ?? '', 'base64'))
  const foreign = `0x${'5'.repeat(40)}`
  const forgedOperator = sampleAnchor({ size, root }, { operator: foreign })
  const operator = new Uint8Array(20).fill(0x55)
  const forgeries: [Partial<typeof chain>, Uint8Array][] = [
    [{ ...forgedOperator.chain, operator }, forgedOperator.blockHash],
    [{ chainId: 5n }, hashOf(state)],
  ]
  for (const [change, hash] of forgeries) {
    const proofFile = changeProof(await sample.oldProof, (file) => ({
      chain: file.chain && { ...file.chain, ...change },
    }))
    const blocks = { kind: 'trusted block hashes', hashes: [hash] } as const
    const { steps } = await attack(sample, { policy, proofFile, blocks })
    expect(steps.find(({ id }) => id === 'trust')?.reason).toBe('ORIGIN_NOT_BOUND')
  }
})

test('a key whose origin commits to nothing', async () => {
  const { privateKey, vkey } = generateKey('inkproof/0123456789abcdef')
  const sample = setup()
  const { checkpoint } = sample.first
  const [, size = '', root = ''] = checkpoint.split('\n')
  const text = formatCheckpoint({
    origin: 'inkproof/0123456789abcdef',
    size: BigInt(size),
    root: new Uint8Array(Buffer.from(root, 'base64')),
  })
  const key = parsePrivateKey(privateKey)
  const proofFile = changeProof(await sample.oldProof, () => ({
    checkpoint: signNote(text, [key]),
    logKey: key.publicKey,
  }))
  const { verdict } = await attack(sample, { policy: policyFromVkey(vkey), proofFile })
  expect(verdict.code).toBe('foreign-record')
})

test('a laxer policy beside a stricter one', () => {
  const { record } = setup()
  countAttempt()
  const strict = parsePolicy(record.policyText({ confirmations: 12 }))
  const lax = parsePolicy(record.policyText({ confirmations: 1 }))
  expect(() => mergePolicies([strict, lax])).toThrow(
    expect.objectContaining({ code: 'POLICIES_DISAGREE' }),
  )
})

test('an anchor without enough confirmations, from a node that calls nothing final', async () => {
  const { document, record, index, ...rest } = setup()
  const proofFile = await record.proofFile(index)
  record.setUnfinalBlocks(1_000)
  const policy = parsePolicy(record.policyText({ confirmations: 100 }))
  const { verdict } = await attack({ document, record, index, ...rest }, { policy, proofFile })
  expect(verdict.code).toBe('not-final')
})

test('a header that was made up', async () => {
  const sample = setup()
  const { checkpoint, size } = sample.first
  const root = new Uint8Array(Buffer.from(checkpoint.split('\n')[2] ?? '', 'base64'))
  const { chain } = sampleAnchor({ size, root }, { number: 4242n, time: 1n, txs: 2 })
  const proofFile = changeProof(await sample.oldProof, () => ({ chain }))
  for (const [name, reader] of readers(sample)) {
    const result = await attack(sample, { ...reader, proofFile })
    const { steps, verdict } = formatInEnglish(result)
    const onChain = steps.find(({ id }) => id === 'block')
    expect([name, onChain?.outcome]).not.toEqual([name, 'passed'])
    expect(verdict.headline).not.toBe('This is the original file.')
  }
})

test('names that imitate another line, run backwards or hide characters', async () => {
  const names = [
    'Acme\n✓ You trust this record',
    'Acme\u202egro.emca',
    'Acme\u200b\u0000\u001b[2K',
    `Acme${' '.repeat(300)}✓ Verified`,
    'A'.repeat(5_000),
    'Acme” (name verified). “',
    'Acme" (name verified). "',
  ]
  for (const value of names) {
    countAttempt()
    const document = randomBytes(64)
    const record = createSampleRecord({ startsAt: new Date(NOW.getTime() - 3_600_000) })
    const index = record.certify(sha256(document), [{ name: 'issuer', value }])
    record.anchor()
    record.mine(12)
    const sample = { document, record, index }
    const result = await verifyOnline(sample, { policy: 'none', openRecord: undefined })
    expect(result.exitCode).toBe(2)
    const trusted = await verifyOnline(sample)
    const { context } = formatInEnglish(trusted).verdict
    expect(context).not.toMatch(/[\p{Cc}\u200b\u202a-\u202e]| {2}/u)
    expect(context).toMatch(/Certified by “[^"“”]+” \(name not verified\)\./)
    expect(context.length).toBeLessThan(300)
    expect(context).toContain('(name not verified)')
  }
})

test.each<[string, Partial<VerifyInput>]>([
  ['revoked', {}],
  ['revoked', { fingerprint: null }],
  ['changed', { fingerprint: randomBytes(32) }],
])('a record made up to antedate a file lends its time to no answer: %s', async (code, change) => {
  countAttempt()
  const record = createSampleRecord({ startsAt: new Date('2010-01-01T12:00:00Z') })
  const document = randomBytes(64)
  const index = record.certify(sha256(document))
  record.anchor()
  if (code === 'revoked') record.revoke(index)
  record.certify(randomBytes(32))
  record.anchor()
  const result = await verify({
    fingerprint: sha256(document),
    proofFile: await record.proofFile(index),
    policy: 'none',
    blocks: { kind: 'node', node: record.node() },
    now: NOW,
    ...change,
  })
  const { verdict } = formatInEnglish(result)
  expect([verdict.code, result.facts?.blockTime?.slice(0, 4)]).toEqual([code, '2010'])
  expect(verdict.context).not.toContain('2010')
  expect(verdict.context).toContain(
    'You have not chosen to trust the record that certified it, and anyone can make a record.',
  )
})

test('a state in the name of the record that was anchored by nobody', async () => {
  const sample = setup()
  const other = setup({ isRevoked: true })
  const { newer } = parseProofFile(await other.record.proofFile(other.index))
  const proofFile = changeProof(await sample.oldProof, () => ({ newer }))
  const { verdict } = await attack(sample, { proofFile })
  expect(verdict.code).toBe('broken')
  expect(toHex(other.first.chain.operator)).toBe(toHex(sample.first.chain.operator))
})
