/**
 * Tests the configured server (INKPROOF_TEST_MONGO_URL) for the MongoDB features that our services use. The official
 * server and the stand-in must behave identically.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Collection, type Db, MongoBulkWriteError, MongoClient } from 'mongodb'

const DURABLE = { writeConcern: { w: 'majority', journal: true } } as const
const DUPLICATE_KEY = 11_000
const CONCURRENCY = 20

type Row = {
  _id: string | number
  name?: string
  previous?: number
  state?: string
  owner?: string
}

let client: MongoClient
let db: Db

beforeAll(async () => {
  client = new MongoClient(process.env['INKPROOF_TEST_MONGO_URL'] ?? '')
  await client.connect()
  db = client.db(`conformance-${process.pid}`)
})

afterAll(async () => {
  await db.dropDatabase()
  await client.close()
})

describe('keys', () => {
  test('accepts one of twenty concurrent inserts with the same _id', async () => {
    const rows = freshRows()
    const outcomes = await Promise.allSettled(
      concurrently((writer) => rows.insertOne({ _id: 'one', owner: writer }, DURABLE)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(errorCodes(outcomes)).toEqual(Array(CONCURRENCY - 1).fill(DUPLICATE_KEY))
    expect(await rows.countDocuments()).toBe(1)
  })

  test('accepts one of twenty concurrent inserts with the same value of a unique field', async () => {
    const rows = freshRows()
    await rows.createIndex({ name: 1 }, { unique: true })
    const outcomes = await Promise.allSettled(
      concurrently((writer) => rows.insertOne({ _id: writer, name: 'same' }, DURABLE)),
    )
    expect(errorCodes(outcomes)).toEqual(Array(CONCURRENCY - 1).fill(DUPLICATE_KEY))
    expect(await rows.countDocuments()).toBe(1)
  })

  test('allows many documents without a sparse unique field, but no two with the same value', async () => {
    const rows = freshRows()
    await rows.createIndex({ previous: 1 }, { unique: true, sparse: true })
    await rows.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3, previous: 7 }], DURABLE)
    await expect(rows.insertOne({ _id: 4, previous: 7 }, DURABLE)).rejects.toMatchObject({
      code: DUPLICATE_KEY,
    })
    expect(await rows.countDocuments()).toBe(3)
  })

  test('refuses an update to a unique value that already exists', async () => {
    const rows = freshRows()
    await rows.createIndex({ name: 1 }, { unique: true })
    await rows.insertMany([
      { _id: 1, name: 'a' },
      { _id: 2, name: 'b' },
    ])
    await expect(rows.updateOne({ _id: 2 }, { $set: { name: 'a' } })).rejects.toMatchObject({
      code: DUPLICATE_KEY,
    })
    expect(await rows.findOne({ _id: 2 })).toEqual({ _id: 2, name: 'b' })
  })

  test('accepts creating an index that already exists', async () => {
    const rows = freshRows()
    await rows.createIndex({ name: 1 }, { unique: true })
    await rows.createIndex({ name: 1 }, { unique: true })
    expect(await rows.indexes()).toHaveLength(2)
  })
})

describe('concurrent updates', () => {
  test('applies one of twenty concurrent conditional updates', async () => {
    const rows = freshRows()
    await rows.insertOne({ _id: 'job', state: 'open' })
    const outcomes = await Promise.all(
      concurrently((writer) =>
        rows.updateOne(
          { _id: 'job', state: 'open' },
          { $set: { state: 'taken', owner: writer } },
          DURABLE,
        ),
      ),
    )
    expect(outcomes.filter(({ modifiedCount }) => modifiedCount === 1)).toHaveLength(1)
    expect(await rows.findOne({ _id: 'job' })).toMatchObject({ state: 'taken' })
  })

  test('never lowers a value that is updated only if larger, whatever the order of updates', async () => {
    const heads = db.collection<{ _id: string; size: number }>(`heads-${Math.random()}`)
    await heads.insertOne({ _id: 'checkpoint', size: 0 })
    const sizes = Array.from({ length: CONCURRENCY }, (_, index) => index + 1)
    await Promise.all(
      sizes.map((size) =>
        heads.updateOne({ _id: 'checkpoint', size: { $lt: size } }, { $set: { size } }, DURABLE),
      ),
    )
    expect(await heads.findOne({ _id: 'checkpoint' })).toEqual({
      _id: 'checkpoint',
      size: CONCURRENCY,
    })
  })

  test('creates one document from twenty concurrent upserts of the same _id', async () => {
    const rows = freshRows()
    await Promise.allSettled(
      concurrently((writer) =>
        rows.updateOne(
          { _id: 'one' },
          { $setOnInsert: { owner: writer } },
          { upsert: true, ...DURABLE },
        ),
      ),
    )
    expect(await rows.countDocuments()).toBe(1)
  })

  test('loses none of twenty concurrent increments of one document', async () => {
    const counts = db.collection<{ _id: string; value: number }>(`counts-${Math.random()}`)
    await counts.insertOne({ _id: 'one', value: 0 })
    await Promise.all(
      concurrently(() => counts.updateOne({ _id: 'one' }, { $inc: { value: 1 } }, DURABLE)),
    )
    expect(await counts.findOne({ _id: 'one' })).toEqual({ _id: 'one', value: CONCURRENCY })
  })
})

describe('bulk inserts', () => {
  test('stops an ordered insert at the first duplicate and keeps the documents before it', async () => {
    const rows = freshRows()
    await rows.insertOne({ _id: 3 })
    const batch = [1, 2, 3, 4].map((id) => ({ _id: id }))
    await expect(rows.insertMany(batch, { ordered: true, ...DURABLE })).rejects.toBeInstanceOf(
      MongoBulkWriteError,
    )
    expect(await readIds(rows)).toEqual([1, 2, 3])
  })

  test('continues past duplicates in an unordered insert', async () => {
    const rows = freshRows()
    await rows.insertOne({ _id: 2 })
    const batch = [1, 2, 3].map((id) => ({ _id: id }))
    await expect(rows.insertMany(batch, { ordered: false, ...DURABLE })).rejects.toBeInstanceOf(
      MongoBulkWriteError,
    )
    expect(await readIds(rows)).toEqual([1, 2, 3])
  })

  test('finds a thousand documents by their _id', async () => {
    const rows = freshRows()
    await rows.insertMany(Array.from({ length: 1500 }, (_, index) => ({ _id: index })))
    const ids = Array.from({ length: 1000 }, (_, index) => index * 2)
    const found = await rows.find({ _id: { $in: ids } }).toArray()
    expect(found).toHaveLength(ids.filter((id) => id < 1500).length)
  })

  test('reads a range of _id in order', async () => {
    const rows = freshRows()
    await rows.insertMany([5, 3, 9, 1, 7].map((id) => ({ _id: id })))
    const found = await rows
      .find({ _id: { $gte: 3, $lt: 9 } })
      .sort({ _id: 1 })
      .limit(2)
      .toArray()
    expect(found.map(({ _id }) => _id)).toEqual([3, 5])
  })

  test('returns a page of one owner’s documents, newest first, from an index', async () => {
    const rows = db.collection<{ _id: number; owner: string; at: number }>(`pages-${Math.random()}`)
    await rows.createIndex({ owner: 1, at: -1 })
    await rows.insertMany(
      Array.from({ length: 30 }, (_, index) => ({
        _id: index,
        owner: index % 2 ? 'a' : 'b',
        at: index,
      })),
    )
    const page = await rows
      .find({ owner: 'a', at: { $lt: 21 } })
      .sort({ at: -1 })
      .limit(3)
      .toArray()
    expect(page.map(({ at }) => at)).toEqual([19, 17, 15])
  })
})

describe('values', () => {
  test('returns bytes, dates, large numbers, lists and null unchanged', async () => {
    const rows = db.collection(`values-${Math.random()}`)
    const document = {
      bytes: Buffer.from([0, 255, 1]),
      date: new Date('2026-01-02T03:04:05.678Z'),
      large: Number.MAX_SAFE_INTEGER,
      list: [{ name: 'title', value: 'Ä' }],
      nothing: null,
    }
    await rows.insertOne({ ...document }, DURABLE)
    const found = await rows.findOne({}, { projection: { _id: 0 } })
    expect({ ...found, bytes: Buffer.from(found?.['bytes'].buffer) }).toEqual(document)
  })

  test('removes a field and a document', async () => {
    const rows = freshRows()
    await rows.insertOne({ _id: 1, name: 'a', owner: 'b' })
    await rows.updateOne({ _id: 1 }, { $unset: { name: '' } }, DURABLE)
    expect(await rows.findOne({ _id: 1 })).toEqual({ _id: 1, owner: 'b' })
    expect((await rows.deleteOne({ _id: 1, owner: 'b' }, DURABLE)).deletedCount).toBe(1)
    expect(await rows.countDocuments()).toBe(0)
  })
})

function freshRows(): Collection<Row> {
  return db.collection<Row>(`rows-${Math.random()}`)
}

function concurrently<T>(write: (writer: string) => Promise<T>): Promise<T>[] {
  return Array.from({ length: CONCURRENCY }, (_, index) => write(`writer-${index}`))
}

function errorCodes(outcomes: readonly PromiseSettledResult<unknown>[]): unknown[] {
  return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
}

async function readIds(rows: Collection<Row>): Promise<unknown[]> {
  const found = await rows.find().sort({ _id: 1 }).toArray()
  return found.map(({ _id }) => _id)
}
