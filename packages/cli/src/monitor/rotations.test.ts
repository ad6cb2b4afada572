import { writeFileSync } from 'node:fs'
import { formatAnchorFile, parseAnchorFile } from '@inkproof/proof/anchor-file'
import { fromUtf8, randomBytes, utf8 } from '@inkproof/proof/bytes'
import { signRotation, signRotationByOperator } from '@inkproof/proof/log-key-rotation'
import { formatVkey, parseNote, type SignerKey, signNote } from '@inkproof/proof/note'
import { formatRotationsFile, ROTATIONS_PATH } from '@inkproof/proof/rotations-file'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { Wallet } from 'ethers'
import { setupRecord } from './testing/setup.ts'
import { startTestChain, type TestChain } from './testing/test-chain.ts'
import { createKey, policyFile, type TestRecord } from './testing/test-record.ts'

let chain: TestChain
beforeAll(async () => {
  chain = await startTestChain()
})
afterAll(() => chain.stop())

const cleanUps: (() => void)[] = []
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp()
})

/** A small record, and the policy of the monitor as a file. */
const setup = () => setupRecord(chain, cleanUps, { count: 5 })

/** Publishes and anchors what was appended, with a status. */
async function anchor(record: TestRecord): Promise<void> {
  record.addStatus()
  record.publish()
  await record.anchor()
}

/** Replaces the key, anchors the entry, and one more state that only the new key signs. */
async function rotateAndAnchor(
  record: TestRecord,
  options: Parameters<TestRecord['rotate']>[0] = {},
) {
  const index = record.rotate(options)
  await anchor(record)
  record.certify(2)
  await anchor(record)
  return index
}

const rotationsFile = (record: TestRecord) =>
  utf8(formatRotationsFile(record.policy.origin, record.rotations))

test.each([
  ['in one check', false],
  ['in a check for each state', true],
])('follows a record whose key is replaced, %s', async (_name, isStepwise) => {
  const { record, run } = await setup()
  if (isStepwise) await run()
  const old = record.newestKey()
  record.rotate()
  record.publish()
  if (isStepwise) expect((await run()).code).toBe(0)
  await anchor(record)
  if (isStepwise) expect((await run()).code).toBe(0)
  const size = record.entries.length
  const logKeys = [
    { key: formatVkey(old), toSize: size },
    { key: formatVkey(record.newestKey()), fromSize: size },
  ]
  record.certify(2)
  await anchor(record)
  expect(await run()).toMatchObject({ code: 0, last: { type: 'checked' } })
  record.files.set('policy.json', policyFile(record.policy, { logKeys }))
  expect((await run()).code).toBe(0)
  await rotateAndAnchor(record)
  expect((await run()).code).toBe(0)
})

test('names a rotation that is not published', async () => {
  const { record, run } = await setup()
  const index = record.rotate()
  record.publish()
  record.files.delete(ROTATIONS_PATH)
  expect(await run()).toMatchObject({
    code: 1,
    last: { code: 'ROTATION_MISSING', index, path: ROTATIONS_PATH },
  })
})

test('names a second rotation of the same key, which the published list cannot contain', async () => {
  const { record, run } = await setup()
  const oldKey = record.newestKey()
  record.rotate()
  const list = rotationsFile(record)
  const second = signRotation({ sequence: 0n, oldKey, newKey: createKey() })
  const index = record.rotate({ rotation: second, keys: [oldKey, record.newestKey()] })
  record.files.set(ROTATIONS_PATH, list)
  record.publish()
  expect(await run()).toMatchObject({ code: 1, last: { code: 'ROTATION_MISSING', index } })
})

test.each<[string, (record: TestRecord) => Uint8Array]>([
  ['no list', () => utf8('{}')],
  [
    'a rotation that another key has signed',
    (record) => {
      Object.assign(record.rotations[0] ?? {}, { oldSignature: randomBytes(64) })
      return rotationsFile(record)
    },
  ],
  [
    'a rotation of another entry',
    (record) => utf8(fromUtf8(rotationsFile(record)).replace('"index":7', '"index":6')),
  ],
])('names a published list that is %s', async (_name, alter) => {
  const { record, run } = await setup()
  record.rotate()
  record.publish()
  record.files.set(ROTATIONS_PATH, alter(record))
  const { code, last } = await run()
  expect([code, last?.['path']]).toEqual([1, ROTATIONS_PATH])
  expect(last?.code).toMatch(/^ROTATION_(INVALID|MISSING)$/)
})

test('names a published rotation that its entry does not contain', async () => {
  const { record, run } = await setup()
  const [oldKey, newKey] = [record.newestKey(), createKey()]
  const index = record.rotate({ keys: [oldKey, newKey] })
  record.publish()
  record.rotations[0] = { index: BigInt(index), ...signRotation({ sequence: 0n, oldKey, newKey }) }
  record.files.set(ROTATIONS_PATH, rotationsFile(record))
  const { code, last } = await run()
  expect([code, last?.code, last?.['index']]).toEqual([1, 'ROTATION_INVALID', index])
  expect(last?.['expected']).not.toBe(last?.['found'])
})

test('names a rotation that the wallet of another has signed', async () => {
  const { record, run } = await setup()
  const [oldKey, newKey] = [record.newestKey(), createKey()]
  const wallet = Wallet.createRandom()
  const signMessage = (text: string) => wallet.signMessage(text)
  const rotation = await signRotationByOperator({ sequence: 0n, oldKey, newKey, signMessage })
  record.rotate({ rotation, keys: [oldKey, newKey] })
  record.publish()
  expect(await run()).toMatchObject({ code: 1, last: { code: 'ROTATION_INVALID' } })
})

test('names a new key that only the operator has signed, until the reader accepts it', async () => {
  const { record, monitor, run } = await setup()
  const wallet = Wallet.createRandom()
  const policy = { ...record.policy, operators: [record.operator(), wallet.address.toLowerCase()] }
  record.files.set('policy.json', policyFile(policy))
  const [oldKey, newKey] = [record.newestKey(), createKey()]
  const signMessage = (text: string) => wallet.signMessage(text)
  const rotation = await signRotationByOperator({ sequence: 0n, oldKey, newKey, signMessage })
  const index = await rotateAndAnchor(record, { rotation, keys: [newKey] })
  const { code, last } = await run()
  expect([code, last?.code]).toEqual([1, 'KEY_NOT_ACCEPTED'])
  expect(last?.['message']).toContain(formatVkey(newKey))
  const logKeys = [
    { key: formatVkey(oldKey), toSize: index },
    { key: formatVkey(newKey), fromSize: index + 1 },
  ]
  const accepted = policyFile(policy, { logKeys })
  record.files.set('policy.json', accepted)
  writeFileSync(`${monitor.folder}/accepted.json`, accepted)
  expect((await run('--trust', `${monitor.folder}/accepted.json`)).code).toBe(0)
})

test.each(['checkpoint', 'anchor/latest'])(
  'names the old key, used after its rotation in %s',
  async (path) => {
    const { record, run } = await setup()
    const old = record.newestKey()
    await rotateAndAnchor(record)
    const text = fromUtf8(record.files.get(path) as Uint8Array)
    record.files.set(
      path,
      utf8(path === 'checkpoint' ? signBy(old, text) : signAnchorBy(old, text)),
    )
    const { code, last } = await run()
    expect([code, last?.code, last?.['path']]).toEqual([1, 'KEY_REPLACED', path])
    expect(last?.['found']).toBe(formatVkey(old))
  },
)

/** Replaces the signatures of a checkpoint. */
function signBy(key: SignerKey, note: string): string {
  return signNote(parseNote(note).text, [key])
}

function signAnchorBy(key: SignerKey, text: string): string {
  const file = parseAnchorFile(text)
  return formatAnchorFile({ ...file, checkpoint: signBy(key, file.checkpoint) })
}

test('names the first anchored state with a rotation that the old key has not signed', async () => {
  const { record, run } = await setup()
  const newKey = createKey()
  const oldKey = record.newestKey()
  const rotation = signRotation({ sequence: 0n, oldKey, newKey })
  const index = await rotateAndAnchor(record, { rotation, keys: [newKey] })
  const { code, last } = await run()
  expect(last).toMatchObject({ code: 'ROTATION_NOT_COSIGNED', index, expected: formatVkey(oldKey) })
  expect(code).toBe(1)
  expect((await run('--accept', `ROTATION_NOT_COSIGNED:${index}`)).code).toBe(0)
  expect((await run()).code).toBe(0)
})

test('waits for the anchor file of a state that was just anchored, and names a missing one', async () => {
  const { record, run } = await setup()
  record.rotate()
  const previous = record.files.get('anchor/latest') as Uint8Array
  await anchor(record)
  const path = `anchor/${record.entries.length}`
  const newest = record.files.get(path) as Uint8Array
  record.files.delete(path)
  record.files.set('anchor/latest', previous)
  expect((await run()).code).toBe(0)
  // The event is in a final block then, so that the next check does not read it again.
  await chain.mine(5)
  expect((await run()).code).toBe(0)
  record.files.set('anchor/latest', newest)
  expect(await run()).toMatchObject({ code: 1, last: { code: 'FILE_MISSING', path } })
  record.files.set(path, newest)
  expect((await run()).code).toBe(0)
  record.files.delete(path)
  // The file was checked and is not read again.
  expect([(await run()).code, (await run()).code]).toEqual([0, 0])
})

test('accepts a rotation that is published before the checkpoint with its entry', async () => {
  const { record, run } = await setup()
  record.rotate()
  expect((await run()).code).toBe(0)
  record.publish()
  expect((await run()).code).toBe(0)
})

test('a search of anchors that begins after the rotation accepts states of the new key alone', async () => {
  const { record, run } = await setup()
  record.rotate()
  await anchor(record)
  const latest = Number(await chain.rpc('eth_blockNumber', []))
  record.certify(2)
  await anchor(record)
  expect((await run('--from-block', `${latest + 1}`)).code).toBe(0)
})

test('names a published policy that does not limit the old key', async () => {
  const { record, run } = await setup()
  await rotateAndAnchor(record)
  await run()
  const logKeys = [
    ...record.policy.logKeys,
    { key: formatVkey(record.newestKey()), fromSize: record.entries.length },
  ]
  record.files.set('policy.json', policyFile(record.policy, { logKeys }))
  expect(await run()).toMatchObject({ code: 1, last: { code: 'POLICY_CHANGED' } })
})

test('names a published policy with a key that no rotation contains', async () => {
  const { record, run } = await setup()
  await rotateAndAnchor(record)
  await run()
  const size = record.entries.length
  const logKeys = [
    { ...record.policy.logKeys[0], toSize: size },
    { key: formatVkey(createKey()), fromSize: size },
  ]
  record.files.set('policy.json', policyFile(record.policy, { logKeys }))
  expect(await run()).toMatchObject({ code: 1, last: { code: 'POLICY_CHANGED' } })
})
