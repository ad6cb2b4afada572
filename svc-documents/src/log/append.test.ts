import { leafHash } from '@inkproof/proof/tree'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type LogDatabase, openLogDatabase, someEntries, someEntry } from '../testing/database.ts'
import { createAppender } from './append.ts'

let database: LogDatabase

beforeAll(async () => {
  database = await openLogDatabase()
})

afterAll(() => database.close())

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

test('eight concurrent appenders leave no gap, and every entry has the returned index', async () => {
  const before = await database.countEntries()
  const told = new Map<number, Uint8Array>()
  const work = Array.from({ length: 8 }, async () => {
    const appender = database.appender()
    for (let round = 0; round < 5; round++) {
      const entries = someEntries(40)
      const indexes = await appender.append(entries)
      entries.forEach((entry, place) => {
        told.set(indexes[place] as number, entry)
      })
    }
  })
  await Promise.all(work)
  expect([...told.keys()].toSorted((a, b) => a - b)).toEqual(
    upTo(8 * 5 * 40).map((index) => before + index),
  )
  const stored = await database.entries()
  for (const [index, entry] of told) expect(stored[index]).toEqual(Buffer.from(entry))
})

test('concurrent single calls share batches and get different indexes', async () => {
  const appender = database.appender()
  const indexes = await Promise.all(upTo(500).map(() => appender.append([someEntry()])))
  expect(new Set(indexes.flat()).size).toBe(500)
})

test('the same entry appended twenty times concurrently is one entry', async () => {
  const appenders = upTo(4).map(() => database.appender())
  const entry = someEntry()
  const before = await database.countEntries()
  const answers = await Promise.all(upTo(20).map((call) => appenders[call % 4]?.append([entry])))
  expect(new Set(answers.flat()).size).toBe(1)
  expect(await database.countEntries()).toBe(before + 1)
})

test('existing entries among new ones keep their index', async () => {
  const known = someEntries(3)
  const first = await database.appender().append(known)
  const fresh = someEntries(2)
  const [a, b, c, d, e] = [fresh[0], known[2], known[0], fresh[1], known[1]] as Uint8Array[]
  const again = await database.appender().append([a, b, c, d, e] as Uint8Array[])
  expect([again[2], again[4], again[1]]).toEqual(first)
  expect(await database.countEntries()).toBe(Math.max(...again) + 1)
})

test('a retry finds entries that were inserted before the answer was lost', async () => {
  const { store, heads } = database
  const entries = someEntries(10)
  let isLost = true
  const cutOff: typeof store = {
    ...store,
    insert: async (first, leaves) => {
      // Half of the batch reaches the database, then the connection breaks.
      if (!isLost) return store.insert(first, leaves)
      isLost = false
      await store.insert(first, leaves.slice(0, 5))
      throw new Error('connection reset')
    },
  }
  const knownSize = async () => (await heads.read()).size
  const appender = createAppender({ store: cutOff, knownSize, barrier: heads.barrier })
  const before = await database.countEntries()
  await expect(appender.append(entries)).rejects.toThrow('connection reset')
  const indexes = await appender.append(entries)
  expect(indexes).toEqual(upTo(10).map((index) => before + index))
  expect(await database.countEntries()).toBe(before + 10)
})

test('the unique leaf hash prevents an entry from being logged twice', async () => {
  const { store } = database
  const bytes = Buffer.from(someEntry())
  const leaf = { bytes, leafHash: Buffer.from(leafHash(bytes)) }
  const free = await database.countEntries()
  expect(await store.insert(free, [leaf])).toBe(true)
  expect(await store.insert(free + 1, [leaf])).toBe(false)
  expect(await database.countEntries()).toBe(free + 1)
})
