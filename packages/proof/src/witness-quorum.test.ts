import { createPublicKey, verify } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { concat, toBase64Url, u64be } from './bytes.ts'
import { formatCheckpoint } from './checkpoint.ts'
import { cosignatureTimes, signCosignature } from './cosignature.ts'
import {
  formatSignature,
  formatVkey,
  generateKey,
  ML_DSA_WITNESS_KEY,
  parseNote,
  parsePrivateKey,
  type SignerKey,
  signNote,
  verifierKey,
  WITNESS_KEY,
} from './note.ts'
import { parseWitnessPolicy } from './witness-policy.ts'
import { evaluateWitnesses } from './witness-quorum.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const SECONDS = BigInt(NOW.getTime() / 1000)

const LOG = parsePrivateKey(generateKey('inkproof.example/log').privateKey)
const TEXT = formatCheckpoint({ origin: LOG.name, size: 7n, root: new Uint8Array(32).fill(3) })
const NOTE = signNote(TEXT, [LOG])

function makeWitness(name: string): SignerKey {
  return parsePrivateKey(generateKey(name, WITNESS_KEY).privateKey, WITNESS_KEY)
}

const [A, B, C, D] = ['a', 'b', 'c', 'd'].map((name) => makeWitness(`${name}.example`)) as [
  SignerKey,
  SignerKey,
  SignerKey,
  SignerKey,
]

const WITNESS_LINES = [A, B, C, D]
  .map((key, i) => `witness ${'ABCD'[i]} ${formatVkey(key, WITNESS_KEY)}\n`)
  .join('')

/** A note cosigned by these witnesses, each some seconds before now. */
function cosigned(...lines: [key: SignerKey, secondsAgo: number][]): string {
  const added = lines.map(([key, ago]) => signCosignature(TEXT, key, SECONDS - BigInt(ago)))
  return NOTE + added.join('')
}

function evaluate(note: string, groups: string, now = NOW) {
  return evaluateWitnesses(note, parseWitnessPolicy(WITNESS_LINES + groups), now)
}

test('signs the message that the specification shows, so that other implementations verify it', () => {
  const { signature } = parseNote(`x\n\n${signCosignature(TEXT, A, 1679315147n)}`)
    .signatures[0] as { signature: Uint8Array }
  expect(signature.subarray(0, 8)).toEqual(u64be(1679315147n))
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: toBase64Url(A.publicKey) }
  const message = Buffer.from(`cosignature/v1\ntime 1679315147\n${TEXT}`)
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  expect(verify(null, message, publicKey, signature.subarray(8))).toBe(true)
})

test('returns the times of all cosignatures by a key', () => {
  expect(cosignatureTimes(parseNote(cosigned([A, 9], [B, 5], [A, 1])), A)).toEqual([
    SECONDS - 9n,
    SECONDS - 1n,
  ])
  expect(cosignatureTimes(parseNote(NOTE), A)).toEqual([])
})

test('meets 2 of 3 as of the second newest time', () => {
  const note = cosigned([A, 50], [B, 10], [C, 30])
  expect(evaluate(note, 'group g 2 A B C\nquorum g')).toEqual({
    count: 3,
    names: ['A', 'B', 'C'],
    isMet: true,
    needed: 2,
    missing: 0,
    asOf: new Date(NOW.getTime() - 30_000),
  })
})

test('does not meet 2 of 3 with one witness', () => {
  expect(evaluate(cosigned([B, 10]), 'group g 2 A B C\nquorum g')).toEqual({
    count: 1,
    names: ['B'],
    isMet: false,
    needed: 2,
    missing: 1,
    asOf: undefined,
  })
})

test.each([
  ['all A B', [A, B], true, 2, 20],
  ['all A B', [A, C], false, 2, undefined],
  ['any A B', [B], true, 1, 20],
  ['any A B', [C, D], false, 1, undefined],
] as const)('group %s', (members, keys, isMet, needed, secondsAgo) => {
  const note = cosigned(...keys.map((key, i): [SignerKey, number] => [key, 20 - i]))
  const result = evaluate(note, `group g ${members}\nquorum g`)
  const asOf = secondsAgo === undefined ? undefined : new Date(NOW.getTime() - secondsAgo * 1000)
  expect([result.isMet, result.needed, result.asOf]).toEqual([isMet, needed, asOf])
})

const NESTED = 'group x 2 A B C\ngroup both all x D\nquorum both'

test('nested groups: the time is the oldest that the quorum cannot do without', () => {
  const result = evaluate(cosigned([A, 100], [B, 20], [C, 10], [D, 40]), NESTED)
  expect(result.asOf).toEqual(new Date(NOW.getTime() - 40_000))
})

test('nested groups: enough witnesses of one group do not replace another group', () => {
  expect(evaluate(cosigned([A, 1], [B, 1], [C, 1]), NESTED)).toMatchObject({
    count: 3,
    isMet: false,
    needed: 3,
    missing: 1,
  })
})

test('a quorum of one witness, and of none', () => {
  expect(evaluate(cosigned([A, 5]), 'quorum A').isMet).toBe(true)
  expect(evaluate(cosigned([B, 5]), 'quorum A')).toMatchObject({ isMet: false, count: 0 })
  expect(evaluate(cosigned([A, 5]), 'quorum none')).toEqual({
    count: 0,
    names: [],
    isMet: true,
    needed: 0,
    missing: 0,
    asOf: undefined,
  })
})

test('a witness that cosigned several times counts once, with its newest time', () => {
  const result = evaluate(cosigned([A, 90], [A, 5], [A, 30]), 'group g 2 A B\nquorum g')
  expect([result.count, result.isMet]).toEqual([1, false])
  expect(evaluate(cosigned([A, 90], [A, 5]), 'quorum A').asOf).toEqual(
    new Date(NOW.getTime() - 5000),
  )
})

test('the same key under a second name is not a second witness', () => {
  const renamed = { ...verifierKey('a2.example', A.publicKey, WITNESS_KEY), seed: A.seed }
  const note = cosigned([A, 5], [renamed, 5])
  expect(evaluate(note, 'group g 2 A B\nquorum g')).toMatchObject({ count: 1, isMet: false })
  const policy = parseWitnessPolicy(`${WITNESS_LINES}group g 2 A B\nquorum g`)
  const [first, second, ...others] = policy.witnesses
  if (!first || !second) throw new Error('the policy has no witnesses')
  const repeated = { ...policy, witnesses: [first, { ...second, key: renamed }, ...others] }
  expect(evaluateWitnesses(note, repeated, NOW)).toMatchObject({ count: 1, isMet: false })
})

test('a witness that the policy does not list is ignored, even if its line is invalid', () => {
  const stranger = makeWitness('stranger.example')
  const invalid = formatSignature(stranger, new Uint8Array(72))
  const note = cosigned([A, 5], [stranger, 5]) + invalid
  expect(evaluate(note, 'group g 2 A B\nquorum g')).toMatchObject({ count: 1, isMet: false })
})

test('a cosignature from the future does not count until its time', () => {
  const note = cosigned([A, -1], [B, 0])
  expect(evaluate(note, 'group g 2 A B\nquorum g').names).toEqual(['B'])
  const later = new Date(NOW.getTime() + 1000)
  expect(evaluate(note, 'group g 2 A B\nquorum g', later).isMet).toBe(true)
})

test('a future cosignature does not hide an earlier one by the same witness', () => {
  expect(evaluate(cosigned([A, -60], [A, 60]), 'quorum A').asOf).toEqual(
    new Date(NOW.getTime() - 60_000),
  )
})

/** Signature bytes of A that do not fit the note. */
const INVALID: [string, () => Uint8Array][] = [
  ['over another text', () => signatureOf(signCosignature(`${TEXT}more\n`, A, SECONDS))],
  ['with another time', () => concat(u64be(1n), lastBytes(signCosignature(TEXT, A, SECONDS)))],
  ['without a time', () => lastBytes(signCosignature(TEXT, A, SECONDS))],
  ['with a byte too many', () => concat(signatureOf(signCosignature(TEXT, A, 5n)), u64be(0n))],
  ['with a time of 2^63', () => signatureOf(signCosignature(TEXT, A, 1n << 63n))],
  ['as a log would sign', () => signatureOf(signNote(TEXT, [A]).split('\n\n')[1] as string)],
]

test.each(INVALID)('refuses a note with a cosignature %s by a witness it knows', (_name, make) => {
  const note = cosigned([A, 5], [B, 5]) + formatSignature(A, make())
  const run = () => evaluate(note, 'quorum B')
  expect(run).toThrow(expect.objectContaining({ name: 'ProofError', code: 'BAD_SIGNATURE' }))
})

test('passes over lines of type 6, also by a witness of the policy', () => {
  const key = verifierKey('pq.example', new Uint8Array(1312), ML_DSA_WITNESS_KEY)
  const note = cosigned([A, 5]) + formatSignature(key, new Uint8Array(8 + 2420))
  const witness = `witness PQ ${formatVkey(key, ML_DSA_WITNESS_KEY)}\n`
  expect(evaluate(note, `${witness}quorum A`).isMet).toBe(true)
  expect(evaluate(note, `${witness}quorum PQ`)).toMatchObject({ count: 0, isMet: false, needed: 1 })
})

test('reads the cosignatures of 63 witnesses beside the log’s signature', () => {
  const keys = Array.from({ length: 63 }, (_, i) => makeWitness(`w${i}.example`))
  const lines = keys.map((key, i) => `witness w${i} ${formatVkey(key, WITNESS_KEY)}\n`)
  const names = keys.map((_, i) => `w${i}`).join(' ')
  const policy = parseWitnessPolicy(`${lines.join('')}group all all ${names}\nquorum all`)
  const note = cosigned(...keys.map((key): [SignerKey, number] => [key, 1]))
  expect(evaluateWitnesses(note, policy, NOW)).toMatchObject({ count: 63, isMet: true })
})

test('uses the given Ed25519', () => {
  const policy = parseWitnessPolicy(`${WITNESS_LINES}quorum A`)
  expect(() => evaluateWitnesses(cosigned([A, 5]), policy, NOW, () => false)).toThrow(
    expect.objectContaining({ code: 'BAD_SIGNATURE' }),
  )
})

function signatureOf(line: string): Uint8Array {
  return parseNote(`x\n\n${line}`).signatures[0]?.signature as Uint8Array
}

function lastBytes(line: string): Uint8Array {
  return signatureOf(line).slice(8)
}
