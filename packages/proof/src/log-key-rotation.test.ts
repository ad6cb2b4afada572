import { createHash } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { Wallet } from 'ethers'
import { concat, from0x, randomBytes, toHex } from './bytes.ts'
import { formatCheckpoint, openCheckpoint, signCheckpoint } from './checkpoint.ts'
import { checkOpening, decodeEntry, encodeEntry, KINDS, makeOpening, NO_PREVIOUS } from './leaf.ts'
import {
  type LogKeyRotation,
  operatorRotationText,
  rotationDigest,
  rotationEntry,
  signRotation,
  signRotationByOperator,
  verifyRotation,
} from './log-key-rotation.ts'
import { formatVkey, generateKey, parsePrivateKey } from './note.ts'
import { formatRotationsFile, parseRotationsFile, type RotationsJson } from './rotations-file.ts'

const ORIGIN = 'inkproof.example/log-1'
const createKey = (origin = ORIGIN) => parsePrivateKey(generateKey(origin).privateKey)

function setup() {
  const [oldKey, newKey, other] = [createKey(), createKey(), createKey()]
  const wallet = Wallet.createRandom()
  const operator = from0x(wallet.address)
  const signMessage = (text: string) => wallet.signMessage(text)
  const rotation = signRotation({ sequence: 0n, oldKey, newKey })
  const byOperator = () => signRotationByOperator({ sequence: 0n, oldKey, newKey, signMessage })
  return { oldKey, newKey, other, operator, signMessage, rotation, byOperator }
}

const isBad = expect.objectContaining({ code: 'BAD_ROTATION' })

test('the entry commits to the origin, the number of the rotation and both keys', () => {
  const { oldKey, newKey, rotation } = setup()
  const number = Buffer.alloc(8)
  number.writeBigUInt64BE(3n)
  const expected = createHash('sha256')
    .update('inkproof/log-key/v1\0')
    .update(ORIGIN)
    .update(number)
    .update(oldKey.publicKey)
    .update(newKey.publicKey)
    .digest('hex')
  expect(toHex(rotationDigest(ORIGIN, { ...rotation, sequence: 3n }))).toBe(expected)
  const entry = decodeEntry(rotationEntry(ORIGIN, { ...rotation, sequence: 3n }))
  expect({ ...entry, commitment: toHex(entry.commitment) }).toEqual({
    kind: 6,
    commitment: expected,
    previous: NO_PREVIOUS,
  })
})

test('an entry of kind 6 names no earlier entry, and has no opening', () => {
  const entry = encodeEntry({ kind: 6, commitment: randomBytes(32), previous: 1n })
  expect(() => decodeEntry(entry)).toThrow(expect.objectContaining({ code: 'BAD_PREVIOUS' }))
  const opening = makeOpening({ kind: KINDS.certified, fingerprint: randomBytes(32), claims: [] })
  expect(() => checkOpening({ ...opening, kind: KINDS.logKey })).toThrow(
    expect.objectContaining({ code: 'BAD_KIND' }),
  )
})

test('accepts a rotation that both keys have signed', () => {
  const { rotation } = setup()
  expect(() => verifyRotation(ORIGIN, rotation, [])).not.toThrow()
})

test('accepts a rotation that the operator has signed in place of the old key', async () => {
  const { operator, byOperator } = setup()
  const rotation = await byOperator()
  expect(rotation.oldSignature).toBeUndefined()
  expect(() => verifyRotation(ORIGIN, rotation, [randomBytes(20), operator])).not.toThrow()
})

test('the operator signs a text that names the record, the number and both keys', () => {
  const { oldKey, newKey, rotation } = setup()
  expect(operatorRotationText(ORIGIN, rotation).split('\n')).toEqual([
    'Inkproof: replace the lost key of a record',
    '',
    `Record: ${ORIGIN}`,
    'Rotation: 0',
    `Old key: ${formatVkey(oldKey)}`,
    `New key: ${formatVkey(newKey)}`,
  ])
})

test.each<[string, (rotation: LogKeyRotation) => Partial<LogKeyRotation>]>([
  ['another number', () => ({ sequence: 1n })],
  ['another old key', () => ({ oldKey: createKey().publicKey })],
  ['another new key', () => ({ newKey: createKey().publicKey })],
  ['the keys swapped', ({ oldKey, newKey }) => ({ oldKey: newKey, newKey: oldKey })],
  ['another signature of the old key', () => ({ oldSignature: randomBytes(64) })],
  ['another signature of the new key', () => ({ newSignature: randomBytes(64) })],
  [
    'the signatures swapped',
    (r) => ({ oldSignature: r.newSignature, newSignature: r.oldSignature ?? r.newSignature }),
  ],
  ['no signature of the old key', () => ({ oldSignature: undefined })],
  ['an empty signature of the old key', () => ({ oldSignature: new Uint8Array() })],
])('refuses a rotation with %s', (_name, change) => {
  const { rotation, operator } = setup()
  const changed = { ...rotation, ...change(rotation) }
  expect(() => verifyRotation(ORIGIN, changed, [operator])).toThrow(isBad)
})

test.each<[string, (rotation: LogKeyRotation) => Partial<LogKeyRotation>]>([
  ['another number', () => ({ sequence: 1n })],
  ['another old key', () => ({ oldKey: createKey().publicKey })],
  [
    'a longer signature',
    (r) => ({
      operatorSignature: concat(r.operatorSignature ?? new Uint8Array(), new Uint8Array(1)),
    }),
  ],
  ['an invalid signature of the old key beside it', () => ({ oldSignature: randomBytes(64) })],
  ['another signature of the new key', () => ({ newSignature: randomBytes(64) })],
])('refuses a rotation by the operator with %s', async (_name, change) => {
  const { operator, byOperator } = setup()
  const rotation = await byOperator()
  expect(() => verifyRotation(ORIGIN, { ...rotation, ...change(rotation) }, [operator])).toThrow(
    isBad,
  )
})

test('refuses a rotation by a wallet that is not the operator’s', async () => {
  const { byOperator } = setup()
  const rotation = await byOperator()
  expect(() => verifyRotation(ORIGIN, rotation, [randomBytes(20)])).toThrow(isBad)
  expect(() => verifyRotation(ORIGIN, rotation, [])).toThrow(isBad)
})

test('refuses the rotation of another log', async () => {
  const { rotation, operator, byOperator } = setup()
  for (const one of [rotation, await byOperator()])
    expect(() => verifyRotation('inkproof.example/log-2', one, [operator])).toThrow(isBad)
})

test('signs no rotation between keys of two logs, or to the same key', () => {
  const { oldKey, newKey } = setup()
  const foreign = createKey('inkproof.example/log-2')
  for (const pair of [
    { oldKey: foreign, newKey },
    { oldKey, newKey: oldKey },
  ])
    expect(() => signRotation({ sequence: 0n, ...pair })).toThrow(isBad)
})

test('a checkpoint signed by two keys counts for readers of either', () => {
  const { oldKey, newKey } = setup()
  const state = { origin: ORIGIN, size: 5n, root: randomBytes(32) }
  const note = signCheckpoint(state, oldKey, newKey)
  expect(note.startsWith(`${formatCheckpoint(state)}\n`)).toBe(true)
  for (const key of [oldKey, newKey]) expect(openCheckpoint(note, key)).toEqual(state)
  expect(() => signCheckpoint(state, oldKey, createKey('inkproof.example/log-2'))).toThrow(
    expect.objectContaining({ code: 'BAD_KEY' }),
  )
})

async function setupFile() {
  const { newKey, other, signMessage, rotation } = setup()
  const lost = { sequence: 1n, oldKey: newKey, newKey: other, signMessage }
  const rotations = [
    { index: 4n, ...rotation },
    { index: 9n, ...(await signRotationByOperator(lost)) },
  ]
  return { rotations, text: formatRotationsFile(ORIGIN, rotations) }
}

test('the file of rotations has readable keys and signatures', async () => {
  const { rotations, text } = await setupFile()
  expect(parseRotationsFile(ORIGIN, text)).toEqual(rotations)
  const json = JSON.parse(text) as RotationsJson
  expect(json.rotations.map((item) => Object.keys(item))).toEqual([
    ['index', 'sequence', 'oldKey', 'newKey', 'oldSignature', 'newSignature'],
    ['index', 'sequence', 'oldKey', 'newKey', 'operatorSignature', 'newSignature'],
  ])
  expect(json.rotations[0]?.oldKey).toMatch(/^inkproof\.example\/log-1\+[0-9a-f]{8}\+/)
  expect(json.rotations[1]?.operatorSignature).toMatch(/^0x[0-9a-f]{130}$/)
})

type Item = RotationsJson['rotations'][number]

test.each<[string, (items: [Item, Item]) => unknown]>([
  ['rotations out of order', ([a, b]) => [b, a]],
  ['a missing rotation', ([, b]) => [b]],
  ['an index that does not grow', ([a, b]) => [a, { ...b, index: 4 }]],
  ['another number', ([a, b]) => [a, { ...b, sequence: 2 }]],
  ['an old key that was not the new one', ([a, b]) => [a, { ...b, oldKey: a.oldKey }]],
  ['a key of another log', ([a]) => [{ ...a, newKey: generateKey('elsewhere.example').vkey }]],
  ['both signatures', ([a, b]) => [{ ...a, operatorSignature: b.operatorSignature }]],
  ['no signature', ([{ oldSignature: _, ...a }]) => [a]],
  ['an unknown field', ([a]) => [{ ...a, note: '' }]],
  ['an index as text', ([a]) => [{ ...a, index: '4' }]],
  ['a fraction as index', ([a]) => [{ ...a, index: 4.5 }]],
  ['null', () => [null]],
  ['no list', () => ({})],
])('refuses a file with %s', async (_name, change) => {
  const { text } = await setupFile()
  const { version, rotations } = JSON.parse(text)
  const changed = JSON.stringify({ version, rotations: change(rotations) })
  expect(() => parseRotationsFile(ORIGIN, changed)).toThrow(
    expect.objectContaining({ code: 'BAD_ROTATIONS_FILE' }),
  )
})

test.each([
  ['another version', (text: string) => text.replace('"version":1', '"version":2')],
  ['white space', (text: string) => `${text}\n`],
  ['text that is not JSON', () => '{'],
  ['nothing', () => ''],
])('refuses a file with %s at the top', async (_name, change) => {
  const { text } = await setupFile()
  expect(() => parseRotationsFile(ORIGIN, change(text))).toThrow(
    expect.objectContaining({ code: 'BAD_ROTATIONS_FILE' }),
  )
})

test('refuses the file of another log', async () => {
  const { text } = await setupFile()
  expect(() => parseRotationsFile('inkproof.example/log-2', text)).toThrow(
    expect.objectContaining({ code: 'BAD_ROTATIONS_FILE' }),
  )
})
