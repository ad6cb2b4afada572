/**
 * Attacks with the rotation of a record's key, by somebody who has its old key, or who makes or forwards proofs. None may
 * lead to exit code 0.
 */
import { afterAll, expect, test } from '@jest/globals'
import { Wallet } from 'ethers'
import { randomBytes } from './bytes.ts'
import { readCheckpoint, signCheckpoint } from './checkpoint.ts'
import { signRotation, signRotationByOperator } from './log-key-rotation.ts'
import { generateKey, parsePrivateKey } from './note.ts'
import { parsePolicy, policyFromVkey } from './policy.ts'
import { formatProofFile, type ProofFile, parseProofFile } from './proof-file.ts'
import type { ProvenRotation } from './rotation-codec.ts'
import {
  byOperator,
  type Rotated,
  setupRotated,
  signByOperator,
  trustKeys,
  verifyRotated,
} from './testing/rotated-record.ts'
import { ORIGIN } from './testing/sample-log.ts'
import { outcomes } from './testing/verification-setup.ts'
import type { VerifyInput } from './verify.ts'

let attempts = 0
afterAll(() => {
  if (attempts < 60) throw new Error(`only ${attempts} attacks were tried`)
})

const createKey = (origin = ORIGIN) => parsePrivateKey(generateKey(origin).privateKey)

/** Verifies with a node and the record, with a node only, and with block hashes only. Returns the first result. */
async function attack(sample: Rotated, change: Partial<VerifyInput>) {
  const { record, first, transition, newest } = sample
  const hashes = [first, transition, newest].map(({ blockHash }) =>
    Buffer.from(blockHash.slice(2), 'hex'),
  )
  const node = { kind: 'node', node: record.node() } as const
  const results = []
  for (const reader of [
    { blocks: node },
    { blocks: node, openRecord: undefined },
    { blocks: { kind: 'trusted block hashes', hashes } as const, openRecord: undefined },
  ]) {
    attempts += 1
    const result = await verifyRotated(sample, { ...reader, ...change })
    expect(result.exitCode).not.toBe(0)
    results.push(result)
  }
  return results[0] as (typeof results)[number]
}

/** Changes the proof file of the certificate from after the rotation. */
async function changeLaterProof(
  { record, later }: Rotated,
  change: (file: ProofFile) => Partial<ProofFile>,
): Promise<string> {
  const file = parseProofFile(await record.proofFile(later))
  return formatProofFile({ ...file, ...change(file) })
}

/** Changes the rotation in the proof file of the certificate from after it. */
async function attackRotation(
  sample: Rotated,
  change: (rotation: ProvenRotation) => Partial<ProvenRotation>,
) {
  const proofFile = await changeLaterProof(sample, ({ rotations = [] }) => ({
    rotations: rotations.map((rotation) => ({ ...rotation, ...change(rotation) })),
  }))
  return await attack({ ...sample, index: sample.later }, { proofFile })
}

/** The key of the record's first signer, which an attacker has. */
const stolenKey = ({ record }: Rotated) => parsePrivateKey(record.privateKey)

test('a state of the new key without the rotation', async () => {
  const sample = await setupRotated()
  const newKey = parsePolicy(
    sample.record.policyText({ logKeys: [{ key: sample.record.newestVkey() }] }),
  ).records[0]?.keys[0].key.publicKey as Uint8Array
  for (const logKey of [newKey, stolenKey(sample).publicKey]) {
    const proofFile = await changeLaterProof(sample, () => ({ logKey, rotations: undefined }))
    await attack({ ...sample, index: sample.later }, { proofFile })
  }
})

test.each<[string, (rotation: ProvenRotation, sample: Rotated) => Partial<ProvenRotation>]>([
  ['no signature of the old key', () => ({ oldSignature: undefined })],
  ['an invalid signature of the old key', () => ({ oldSignature: randomBytes(64) })],
  ['the signature of the new key twice', ({ newSignature }) => ({ oldSignature: newSignature })],
  ['an invalid signature of the new key', () => ({ newSignature: randomBytes(64) })],
  ['another new key', () => ({ newKey: createKey().publicKey })],
  ['another index', ({ index }) => ({ index: index + 1n })],
  ['another inclusion proof', ({ proof }) => ({ proof: proof.map(() => randomBytes(32)) })],
  [
    'the signatures of the same rotation of another record',
    () => {
      const origin = 'inkproof.example/log-2'
      const [oldKey, newKey] = [createKey(origin), createKey(origin)]
      return signRotation({ sequence: 0n, oldKey, newKey })
    },
  ],
  [
    'the signatures of another number',
    (_rotation, sample) => {
      const [oldKey, newKey] = [stolenKey(sample), createKey()]
      return signRotation({ sequence: 1n, oldKey, newKey })
    },
  ],
])('a rotation with %s', async (_name, change) => {
  const sample = await setupRotated()
  const { verdict } = await attackRotation(sample, (rotation) => change(rotation, sample))
  expect(verdict.code).toBe('broken')
})

test('a rotation whose entry is not in the record, by a thief of the old key', async () => {
  const sample = await setupRotated()
  const thief = createKey()
  const rotation = signRotation({ sequence: 0n, oldKey: stolenKey(sample), newKey: thief })
  const proofFile = await changeLaterProof(sample, ({ checkpoint, newer, rotations = [] }) => ({
    rotations: rotations.map((one) => ({ ...one, ...rotation })),
    checkpoint: signCheckpoint(readCheckpoint(checkpoint), thief),
    newer,
  }))
  const result = await attack({ ...sample, index: sample.later }, { proofFile })
  expect(outcomes(result)['checkpoint']).toBe('failed ROOT_DIFFERS')
})

test('the old key, used for a state that contains its rotation', async () => {
  const sample = await setupRotated()
  const proofFile = await changeLaterProof(sample, ({ checkpoint }) => ({
    checkpoint: signCheckpoint(readCheckpoint(checkpoint), stolenKey(sample)),
  }))
  const result = await attack({ ...sample, index: sample.later }, { proofFile })
  expect(outcomes(result)['checkpoint']).toBe('failed NOT_SIGNED')
})

test('the old key, used for the newer state of a proof that contains its rotation', async () => {
  const sample = await setupRotated()
  const file = parseProofFile(await sample.record.proofFile(sample.index))
  const checkpoint = signCheckpoint(readCheckpoint(file.newer?.checkpoint ?? ''), stolenKey(sample))
  const newer = file.newer && { ...file.newer, checkpoint }
  const result = await attack(sample, { proofFile: formatProofFile({ ...file, newer }) })
  expect(outcomes(result)['revocation']).toBe('failed NOT_SIGNED')
})

test('the new key, used for a state from before its rotation', async () => {
  const sample = await setupRotated()
  const newKey = sample.record.rotateKey()
  const file = parseProofFile(sample.oldProof)
  const checkpoint = signCheckpoint(readCheckpoint(file.checkpoint), newKey)
  const proofFile = formatProofFile({ ...file, checkpoint, logKey: newKey.publicKey })
  const result = await attack(sample, { proofFile })
  expect(outcomes(result)['trust']).toBe('failed KEY_DIFFERS')
})

test('a rotation that the operator has signed, without the reader’s consent', async () => {
  const sample = await setupRotated(byOperator)
  for (const index of [sample.index, sample.later]) {
    const result = await attack({ ...sample, index }, {})
    expect(outcomes(result)['trust']).toBe('not checked LOG_KEY_NOT_ACCEPTED')
  }
})

test('a rotation that the wallet of another has signed', async () => {
  const { privateKey } = Wallet.createRandom()
  const sample = await setupRotated((record) =>
    record.rotateLostKey((text) => new Wallet(privateKey).signMessage(text)),
  )
  for (const index of [sample.index, sample.later]) {
    const result = await attack({ ...sample, index }, {})
    expect(outcomes(result)['checkpoint']).toBe('failed BAD_ROTATION')
    const policy = policyFromVkey(sample.record.vkey)
    expect((await attack({ ...sample, index }, { policy })).verdict.code).toBe('broken')
  }
})

test('a rotation by the operator before the record is anchored', async () => {
  const sample = await setupRotated(byOperator)
  const proofFile = await changeLaterProof(sample, () => ({ chain: undefined, newer: undefined }))
  const codes = []
  for (const policy of [trustKeys(sample.record.vkey), trustKeys(sample.record.newestVkey())]) {
    const { verdict } = await attack({ ...sample, index: sample.later }, { policy, proofFile })
    codes.push(verdict.code)
  }
  expect(codes).toEqual(['foreign-record', 'not-anchored'])
})

test('a chain of two rotations, one of which is missing', async () => {
  const sample = await setupRotated()
  const { record } = sample
  record.rotateKey()
  record.anchor()
  const later = record.certify(randomBytes(32))
  record.anchor()
  record.mine(12)
  const file = parseProofFile(await record.proofFile(later))
  for (const kept of [0, 1]) {
    const rotations = file.rotations?.filter((_, i) => i === kept)
    const result = await attack(
      { ...sample, index: later },
      { proofFile: formatProofFile({ ...file, rotations }) },
    )
    expect(result.verdict.code).toBe('broken')
  }
})

test('thousands of rotations, which would take minutes to verify', async () => {
  const sample = await setupRotated()
  const proofFile = await changeLaterProof(sample, ({ rotations = [] }) => ({
    rotations: Array.from({ length: 2_000 }, (_, i) => ({
      ...(rotations[0] as ProvenRotation),
      index: BigInt(i),
    })),
  }))
  const result = await attack({ ...sample, index: sample.later }, { proofFile })
  expect(outcomes(result)['proof-file']).toBe('failed BAD_ROTATION')
})

test('a key that was replaced by two other keys', async () => {
  const sample = await setupRotated()
  const { record } = sample
  const [published] = record.rotations
  const newKey = createKey()
  const second = signRotation({ sequence: 0n, oldKey: stolenKey(sample), newKey })
  const third = signRotation({ sequence: 1n, oldKey: stolenKey(sample), newKey })
  for (const rotation of [second, third]) {
    const proofFile = await changeLaterProof(sample, ({ rotations = [] }) => ({
      rotations: [
        ...rotations,
        { ...rotation, index: (published?.index ?? 0n) + 1n, proof: rotations[0]?.proof ?? [] },
      ],
    }))
    const result = await attack({ ...sample, index: sample.later }, { proofFile })
    expect(outcomes(result)['checkpoint']).toBe('failed BAD_ROTATION')
  }
})

test.each<[string, (sample: Rotated) => unknown]>([
  ['withholds its rotations', ({ record }) => record.rotations.splice(0)],
  [
    'publishes a rotation to the key of another',
    (sample) => {
      const rotation = signRotation({
        sequence: 0n,
        oldKey: stolenKey(sample),
        newKey: createKey(),
      })
      Object.assign(sample.record.rotations[0] ?? {}, rotation)
    },
  ],
  [
    'publishes a rotation with an invalid signature',
    ({ record }) => Object.assign(record.rotations[0] ?? {}, { oldSignature: randomBytes(64) }),
  ],
  [
    'publishes a rotation at another index',
    ({ record }) => Object.assign(record.rotations[0] ?? {}, { index: 0n }),
  ],
  [
    'publishes a rotation by the operator in its place',
    async ({ record }) => {
      const [oldKey, newKey] = [parsePrivateKey(record.privateKey), createKey()]
      const input = { sequence: 0n, oldKey, newKey, signMessage: signByOperator }
      Object.assign(
        record.rotations[0] ?? {},
        { oldSignature: undefined },
        await signRotationByOperator(input),
      )
    },
  ],
])('a record that %s', async (_name, change) => {
  const sample = await setupRotated()
  await change(sample)
  attempts += 1
  const result = await verifyRotated(sample, { proofFile: sample.oldProof })
  expect([result.exitCode, result.verdict.code]).toEqual([2, 'standing-outdated'])
})

test('a record whose newest state the old key has signed, as a reader of the new key sees it', async () => {
  const sample = await setupRotated()
  const { record } = sample
  const openRecord = () => async (path: string) => {
    const bytes = await record.read(path)
    if (path !== 'checkpoint') return bytes
    const note = new TextDecoder().decode(bytes)
    return new TextEncoder().encode(signCheckpoint(readCheckpoint(note), stolenKey(sample)))
  }
  attempts += 1
  const result = await verifyRotated(sample, { openRecord })
  expect([result.exitCode, result.verdict.code]).toEqual([2, 'standing-outdated'])
})
