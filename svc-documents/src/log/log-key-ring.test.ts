import { formatVkey, parseNote } from '@inkproof/proof/note'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { Wallet } from 'ethers'
import { encodeStatusEntry } from '../anchors/status-entry.ts'
import { until } from '../testing/client.ts'
import { randomEntries } from '../testing/database.ts'
import {
  createRotatingLog,
  FROM_OLD,
  NEW,
  OLD,
  OTHER,
  type RotatingLog,
  signers,
} from '../testing/rotating-log.ts'

let log: RotatingLog

beforeEach(async () => {
  log = await createRotatingLog()
})

afterEach(() => log.remove())

test('a log whose key stays the same has no rotation', async () => {
  await log.startWithOld()
  await log.start(await log.claim(OLD, FROM_OLD))
  expect(signers(await log.sign(1))).toEqual(['OLD'])
  expect(await log.keyEntries()).toEqual([])
  await expect(log.readRotations()).rejects.toThrow('ENOENT')
})

test('a previous key that is the current one does not sign twice', async () => {
  await log.start(await log.claim(OLD, FROM_OLD))
  expect(parseNote(await log.sign(1)).signatures).toHaveLength(1)
})

test('a new key is recorded as an entry, and both keys sign until a state with it is anchored', async () => {
  await log.startWithOld(3)
  const keys = await log.claim(NEW, FROM_OLD)
  await log.start(keys)
  expect(signers(await log.waitForNote(4))).toEqual(['OLD', 'NEW'])
  expect(await log.keyEntries()).toEqual([3])
  expect(await log.readRotations()).toMatchObject([
    { index: 3n, sequence: 0n, oldKey: OLD.publicKey, newKey: NEW.publicKey },
  ])
  expect(signers(await log.sign(2))).toEqual(['OLD', 'NEW'])
  expect(keys.policyKeys()).toEqual([{ key: formatVkey(OLD) }])
  const size = await log.anchorNewest(keys)
  expect(signers(await log.sign(1))).toEqual(['NEW'])
  expect(keys.policyKeys()).toEqual([
    { key: formatVkey(OLD), toSize: size },
    { key: formatVkey(NEW), fromSize: size },
  ])
})

test('after the anchor, the log starts without the previous key and can rotate again', async () => {
  await log.startWithOld()
  const keys = await log.claim(NEW, FROM_OLD)
  await log.start(keys)
  await log.sign(1)
  await log.anchorNewest(keys)
  await log.stop()
  await log.start(await log.claim(NEW))
  expect(signers(await log.sign(1))).toEqual(['NEW'])
  await log.stop()
  await log.start(await log.claim(OTHER, { previous: NEW }))
  const note = await log.waitForNote((await log.database.heads.read()).size + 1)
  expect(signers(note)).toEqual(['NEW', 'OTHER'])
  expect((await log.readRotations()).map(({ sequence }) => sequence)).toEqual([0n, 1n])
})

test('a rotation that was stored and not appended is completed at the next start', async () => {
  await log.startWithOld(3)
  await log.claim(NEW, FROM_OLD)
  expect(await log.keyEntries()).toEqual([])
  await log.start(await log.claim(NEW, FROM_OLD))
  await log.waitForNote(4)
  expect(await log.keyEntries()).toEqual([3])
})

test('a rotation whose index was not stored is completed at the next start', async () => {
  await log.startWithOld(3)
  const { setIndex } = log.database.logKeys
  log.database.logKeys.setIndex = () => Promise.reject(new Error('the database is down'))
  const worker = await log.start(await log.claim(NEW, FROM_OLD))
  await until(
    async () => worker.problem(),
    (problem) => problem === 'the database is down',
  )
  await log.stop()
  log.database.logKeys.setIndex = setIndex
  expect(await log.keyEntries()).toEqual([3])
  await log.start(await log.claim(NEW, FROM_OLD))
  await log.waitForNote(4)
  expect(await log.keyEntries()).toEqual([3])
  expect(await log.readRotations()).toMatchObject([{ index: 3n }])
})

test('two instances that start at once record one rotation', async () => {
  await log.startWithOld(3)
  const both = await Promise.all([log.claim(NEW, FROM_OLD), log.claim(NEW, FROM_OLD)])
  await Promise.all(both.map(log.start))
  expect(signers(await log.sign(5))).toEqual(['OLD', 'NEW'])
  expect(await log.keyEntries()).toHaveLength(1)
  expect(await log.database.logKeys.read()).toHaveLength(2)
})

test('an instance with the old key signs no state after the rotation', async () => {
  const keys = await log.claim(OLD)
  const outdated = await log.start(keys)
  await log.sign(3)
  const current = await log.start(await log.claim(NEW, FROM_OLD))
  await log.waitForNote(4)
  await current.close()
  await log.database.appender().append(randomEntries(1))
  const problem = await until(
    async () => outdated.problem(),
    (problem) => problem !== null,
  )
  expect(problem).toContain('another process has rotated the checkpoint key')
  expect([(await log.database.heads.read()).size, keys.isReplaced()]).toEqual([4, true])
  await log.start(await log.claim(NEW, FROM_OLD))
  expect(signers(await log.waitForNote(5))).toEqual(['OLD', 'NEW'])
})

test('if the old key is lost, the operator signs the rotation, and only the new key signs states', async () => {
  await log.startWithOld(3)
  // A state ends with the status entry, and only the old key could sign it.
  await log.database.appender().append([...randomEntries(1), encodeStatusEntry([], 4)])
  const wallet = Wallet.createRandom()
  const signAsOperator = (text: string) => wallet.signMessage(text)
  const keys = await log.claim(NEW, { isPreviousLost: true, signAsOperator })
  await log.start(keys)
  expect(signers(await log.waitForNote(6))).toEqual(['NEW'])
  expect(keys.policyKeys()).toEqual([
    { key: formatVkey(OLD), toSize: 5 },
    { key: formatVkey(NEW), fromSize: 6 },
  ])
  const [rotation] = await log.readRotations()
  expect([rotation?.index, rotation?.oldSignature]).toEqual([5n, undefined])
  expect(rotation?.operatorSignature).toHaveLength(65)
  expect(keys.isReplaced()).toBe(false)
  await log.stop()
  await log.start(await log.claim(NEW))
  expect(signers(await log.sign(1))).toEqual(['NEW'])
})
