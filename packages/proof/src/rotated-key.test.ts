/** Verifications of a record whose key was replaced. */
import { expect, test } from '@jest/globals'
import { randomBytes } from './bytes.ts'
import { generateKey } from './note.ts'
import { parsePolicy } from './policy.ts'
import { formatProofFile, parseProofFile } from './proof-file.ts'
import {
  byOperator,
  type Rotated,
  setupRotated,
  trustKeys,
  verifyRotated,
} from './testing/rotated-record.ts'
import { formatInEnglish, outcomes } from './testing/verification-setup.ts'
import type { VerifyInput } from './verify.ts'

const hashesOf = (...anchors: { blockHash: string }[]) => ({
  kind: 'trusted block hashes' as const,
  hashes: anchors.map(({ blockHash }) => Buffer.from(blockHash.slice(2), 'hex')),
})

/** Ways to verify with a proof file that carries the rotation: online, with a node alone, and offline. */
function readers({ record, first, newest }: Rotated): Partial<VerifyInput>[] {
  return [
    {},
    { blocks: { kind: 'node', node: record.node() }, openRecord: undefined },
    { blocks: hashesOf(first, newest), openRecord: undefined },
  ]
}

/** Policies of readers who know the record from before the rotation, from after it, or from both times. */
const policies: [string, (sample: Rotated) => VerifyInput['policy']][] = [
  ['a policy with the old key', ({ record }) => parsePolicy(record.policyText())],
  ['the old key alone', ({ record }) => trustKeys(record.vkey)],
  ['the new key alone', ({ record }) => trustKeys(record.newestVkey())],
  ['both keys alone', ({ record }) => trustKeys(record.vkey, record.newestVkey())],
  [
    'a policy with both keys and their sizes',
    ({ record, transition }) => {
      const size = Number(transition.size)
      const logKeys = [
        { key: record.vkey, toSize: size },
        { key: record.newestVkey(), fromSize: size },
      ]
      return parsePolicy(record.policyText({ logKeys }))
    },
  ],
]

test.each(policies)('a certificate from before the rotation passes with %s', async (_name, get) => {
  const sample = await setupRotated()
  for (const reader of readers(sample)) {
    const result = await verifyRotated(sample, { ...reader, policy: get(sample) })
    expect([result.exitCode, result.verdict.code]).toEqual([0, 'verified'])
  }
})

test.each(policies)('a certificate from after the rotation passes with %s', async (_name, get) => {
  const { later: index, ...sample } = await setupRotated()
  for (const reader of [{}, { openRecord: undefined }]) {
    const input = { ...reader, policy: get({ ...sample, later: index, index }) }
    expect((await verifyRotated({ ...sample, index }, input)).exitCode).toBe(0)
  }
})

test.each(policies)(
  'a proof file from before the rotation, checked online with %s',
  async (name, get) => {
    const sample = await setupRotated()
    const input = { proofFile: sample.oldProof, policy: get(sample) }
    // Without the rotation, the new key alone does not lead to the old one.
    const code = name === 'the new key alone' ? 1 : 0
    expect((await verifyRotated(sample, input)).exitCode).toBe(code)
  },
)

test('a proof file whose newest state both keys signed passes, with the rotation and without it', async () => {
  const { transition, ...sample } = await setupRotated()
  const blocks = hashesOf(sample.first, transition)
  const options = { blocks, openRecord: undefined }
  for (const rotations of [[...sample.record.rotations], undefined]) {
    const change = { newest: transition, rotations }
    const proofFile = await sample.record.proofFile(sample.index, change)
    expect(parseProofFile(proofFile).rotations?.length).toBe(rotations?.length)
    expect((await verifyRotated(sample, { ...options, proofFile })).exitCode).toBe(0)
  }
})

test('a proof file from between a rotation and its anchor has valid signatures', async () => {
  const { record, document, ...sample } = await setupRotated()
  record.rotateKey()
  const index = record.certify(randomBytes(32))
  const early = await record.proofFile(index)
  const result = await verifyRotated({ ...sample, record, document, index }, { proofFile: early })
  expect(outcomes(result)).toMatchObject({ checkpoint: 'passed OK', trust: 'passed OK' })
  expect(parseProofFile(early).rotations).toHaveLength(2)
})

test('the rotations of a record are read only for a state that no known key has signed', async () => {
  const sample = await setupRotated()
  const paths: string[] = []
  const openRecord = () => (path: string) => {
    paths.push(path)
    return sample.record.read(path)
  }
  await verifyRotated(sample, { openRecord })
  expect(paths).toContain('checkpoint')
  expect(paths).not.toContain('rotations.json')
  await verifyRotated(sample, { openRecord, proofFile: sample.oldProof })
  expect(paths).toContain('rotations.json')
})

test('a certificate passes after several rotations, for readers who know any of the keys', async () => {
  const { record, document, index, ...sample } = await setupRotated()
  const second = record.newestVkey()
  record.rotateKey()
  record.anchor()
  record.rotateKey()
  record.anchor()
  record.certify(randomBytes(32))
  record.anchor()
  record.mine(12)
  for (const vkey of [record.vkey, second, record.newestVkey()]) {
    const result = await verifyRotated({ record, document, index }, { policy: trustKeys(vkey) })
    expect(result.exitCode).toBe(0)
  }
  const result = await verifyRotated({ record, document, index }, { proofFile: sample.oldProof })
  expect(result.exitCode).toBe(0)
})

test('the checkpoint of a proof names the key that signed it', async () => {
  const { later, ...sample } = await setupRotated()
  const result = await verifyRotated({ ...sample, index: later })
  expect(result.facts?.logKey).toBe(sample.record.newestVkey())
  expect((await verifyRotated(sample)).facts?.logKey).toBe(sample.record.vkey)
})

test('a rotation that only the operator has signed is not accepted by itself', async () => {
  const sample = await setupRotated(byOperator)
  for (const index of [sample.index, sample.later])
    for (const reader of readers(sample)) {
      const result = await verifyRotated({ ...sample, index }, reader)
      expect([result.exitCode, outcomes(result)['trust']]).toEqual([
        2,
        'not checked LOG_KEY_NOT_ACCEPTED',
      ])
      expect(formatInEnglish(result).verdict).toMatchObject({
        code: 'foreign-record',
        context: `The operator replaced the record’s key without the old key. To accept the new key, trust it too: ${sample.record.newestVkey()}`,
      })
    }
})

test('a state that is signed by a key of the operator only is not accepted online', async () => {
  const sample = await setupRotated(byOperator)
  const { oldProof: proofFile, record } = sample
  // Past the age of the status in the proof, so that it does not count instead.
  const policy = parsePolicy(record.policyText())
  const result = await verifyRotated(sample, { proofFile, policy })
  expect([result.exitCode, result.verdict.code]).toEqual([2, 'standing-outdated'])
  const stripped = formatProofFile({ ...parseProofFile(proofFile), status: undefined })
  const unclear = await verifyRotated(sample, { proofFile: stripped, policy })
  expect(outcomes(unclear)['revocation']).toBe('not checked LOG_KEY_NOT_ACCEPTED')
})

test('readers accept a rotation by the operator with the new key, alone or beside the old one', async () => {
  const sample = await setupRotated(byOperator)
  const { record, oldProof } = sample
  const keys = trustKeys(record.newestVkey(), record.vkey)
  for (const policy of [keys, trustKeys(record.newestVkey())])
    for (const reader of readers(sample))
      expect((await verifyRotated(sample, { ...reader, policy })).exitCode).toBe(0)
  expect((await verifyRotated(sample, { policy: keys, proofFile: oldProof })).exitCode).toBe(0)
})

test('a rotation does not extend the sizes for which a policy trusts a key', async () => {
  const { record, ...sample } = await setupRotated()
  const logKeys = [{ key: record.vkey, toSize: Number(sample.first.size) + 1 }]
  const policy = parsePolicy(record.policyText({ logKeys }))
  const online = await verifyRotated({ ...sample, record }, { policy, proofFile: sample.oldProof })
  expect([online.exitCode, online.verdict.code]).toEqual([2, 'standing-outdated'])
  const result = await verifyRotated({ ...sample, record }, { policy })
  expect(outcomes(result)['trust']).toBe('failed KEY_DIFFERS')
})

test('a record that publishes no rotations does not answer with a new key', async () => {
  const sample = await setupRotated()
  const openRecord = () => (path: string) =>
    path === 'rotations.json' ? Promise.reject(new Error('404')) : sample.record.read(path)
  const result = await verifyRotated(sample, { openRecord, proofFile: sample.oldProof })
  expect([result.exitCode, result.verdict.code]).toEqual([2, 'standing-outdated'])
})

test('a proof file with rotations can be formatted again, and has the rotations up to its newest state', async () => {
  const { record, index, first, oldProof } = await setupRotated()
  const text = await record.proofFile(index)
  expect(formatProofFile(parseProofFile(text))).toBe(text)
  expect(parseProofFile(oldProof).rotations).toBeUndefined()
  expect(parseProofFile(await record.proofFile(index, { newest: first })).rotations).toBeUndefined()
})

test.each<[string, string, Parameters<typeof changeRotations>[1]]>([
  ['an empty list', 'BAD_SHAPE', () => []],
  ['a list out of order', 'BAD_ROTATION', (list) => [...list, ...list]],
])('refuses a proof file with %s of rotations', async (_name, code, change) => {
  const { record, index } = await setupRotated()
  const text = changeRotations(await record.proofFile(index), change)
  expect(() => parseProofFile(text)).toThrow(expect.objectContaining({ code }))
})

type Rotations = NonNullable<ReturnType<typeof parseProofFile>['rotations']>

function changeRotations(text: string, change: (list: Rotations) => Rotations): string {
  const file = parseProofFile(text)
  return formatProofFile({ ...file, rotations: change(file.rotations ?? []) })
}

test('a policy for another key of the record does not become valid by a rotation', async () => {
  const sample = await setupRotated()
  const policy = trustKeys(generateKey(sample.record.vkey.split('+')[0] ?? '').vkey)
  const result = await verifyRotated(sample, { policy })
  expect(outcomes(result)['trust']).toBe('failed KEY_DIFFERS')
})
