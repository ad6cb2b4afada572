import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { MongoClient } from 'mongodb'
import type { Supervised } from '../process/supervise.ts'
import { testContext } from '../testing/parts.ts'
import { makeTestFolder, removeTestFolder } from '../testing/test-folder.ts'
import { mongo } from './mongo.ts'
import { startPart } from './start-part.ts'

const cleanups: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
})

test('the stand-in refuses other local users, and its own user finds the data again', async () => {
  const folder = await makeTestFolder(`mongo-access-${process.pid}`)
  cleanups.push(() => removeTestFolder(folder))
  const first = await start(folder)
  await insert(first.url, 'kept')
  const { host } = new URL(first.url)
  for (const credentials of ['', 'inkproof:wrong@'])
    await expect(insert(`mongodb://${credentials}${host}/?authSource=admin`, 'no')).rejects.toThrow(
      /auth/i,
    )
  expect(statSync(join(folder, 'mongo-password')).mode & 0o777).toBe(0o600)
  await first.stop()

  const second = await start(folder)
  expect(new URL(second.url).password).toBe(new URL(first.url).password)
  expect(await insert(second.url, 'second')).toEqual(['kept', 'second'])
})

async function start(folder: string) {
  const prepared = await mongo.prepare(testContext(folder))
  const processes: Supervised[] = []
  const folders = { run: join(folder, 'run'), logs: join(folder, 'logs') }
  await startPart('mongo', prepared, folders, (process) => processes.push(process))
  const stop = () => Promise.all(processes.splice(0).map((process) => process.stop()))
  cleanups.push(stop)
  return { url: prepared.addresses.url, stop }
}

/** Inserts a row and returns the ids of all rows. */
async function insert(url: string, id: string): Promise<string[]> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 2000 })
  try {
    const rows = client.db('trial').collection<{ _id: string }>('rows')
    await rows.insertOne({ _id: id })
    return (await rows.find().sort({ _id: 1 }).toArray()).map((row) => row._id)
  } finally {
    await client.close()
  }
}
