import { leafHash } from '@inkproof/proof/tree'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  type LogDatabase,
  openLogDatabase,
  randomEntries,
  randomEntry,
} from '../testing/database.ts'
import { createAppender } from './append.ts'

let database: LogDatabase

beforeAll(async () => {
  database = await openLogDatabase()
})

afterAll(() => database.close())

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

test('eight concurrent appenders leave no gap, and every entry has the returned index', async () => {
  const before = await database.countEntries()
  const returned = new Map<number, Uint8Array>()
  const work = Array.from({ length: 8 }, async () => {
    const appender = database.appender()
    for (let round = 0; round < 5; round++) {
      const entries = randomEntries(40)
      const indexes = await appender.append(entries)
      entries.forEach((entry, index) => {
        returned.set(indexes[index] as number, entry)
      })
    }
  })
  await Promise.all(work)
  expect([...returned.keys()].toSorted((a, b) => a - b)).toEqual(
    range(8 * 5 * 40).map((index) => before + index),
  )
  const stored = await database.entries()
  for (const [index, entry] of returned) expect(stored[index]).toEqual(Buffer.from(entry))
})

test('concurrent calls with one entry each get different indexes', async () => {
  const appender = database.appender()
  const indexes = await Promise.all(range(500).map(() => appender.append([randomEntry()])))
  expect(new Set(indexes.flat()).size).toBe(500)
})

test('the same entry appended twenty times concurrently is stored once', async () => {
  const appenders = range(4).map(() => database.appender())
  const entry = randomEntry()
  const before = await database.countEntries()
  const indexes = await Promise.all(range(20).map((call) => appenders[call % 4]?.append([entry])))
  expect(new Set(indexes.flat()).size).toBe(1)
  expect(await database.countEntries()).toBe(before + 1)
})

test('existing entries keep their index when appended again among new ones', async () => {
  const known = randomEntries(3)
  const first = await database.appender().append(known)
  const fresh = randomEntries(2)
  const [a, b, c, d, e] = [fresh[0], known[2], known[0], fresh[1], known[1]] as Uint8Array[]
  const again = await database.appender().append([a, b, c, d, e] as Uint8Array[])
  expect([again[2], again[4], again[1]]).toEqual(first)
  expect(await database.countEntries()).toBe(Math.max(...again) + 1)
})

test('a retry finds entries that were inserted before the response was lost', async () => {
  const { store, heads } = database
  const entries = randomEntries(10)
  let isFirstInsert = true
  const interrupted: typeof store = {
    ...store,
    insert: async (first, leaves) => {
      // Half of the batch reaches the database, then the connection breaks.
      if (!isFirstInsert) return store.insert(first, leaves)
      isFirstInsert = false
      await store.insert(first, leaves.slice(0, 5))
      throw new Error('connection reset')
    },
  }
  const knownSize = async () => (await heads.read()).size
  const appender = createAppender({ store: interrupted, knownSize, barrier: heads.barrier })
  const before = await database.countEntries()
  await expect(appender.append(entries)).rejects.toThrow('connection reset')
  const indexes = await appender.append(entries)
  expect(indexes).toEqual(range(10).map((index) => before + index))
  expect(await database.countEntries()).toBe(before + 10)
})

test('the unique leaf hash prevents an entry from being logged twice', async () => {
  const { store } = database
  const bytes = Buffer.from(randomEntry())
  const leaf = { bytes, leafHash: Buffer.from(leafHash(bytes)) }
  const nextIndex = await database.countEntries()
  expect(await store.insert(nextIndex, [leaf])).toBe(true)
  expect(await store.insert(nextIndex + 1, [leaf])).toBe(false)
  expect(await database.countEntries()).toBe(nextIndex + 1)
})
