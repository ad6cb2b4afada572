/** Tests that acknowledged writes survive a kill of the server; starts a separate server. */
import { join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { MongoClient } from 'mongodb'
import type { Supervised } from '../process/supervise.ts'
import { waitFor } from '../process/wait.ts'
import { testContext } from '../testing/parts.ts'
import { makeTestFolder, removeTestFolder } from '../testing/test-folder.ts'
import { mongo } from './mongo.ts'
import { startPart } from './start-part.ts'

const WRITERS = 8
const KILLS = 3
const WRITES_BETWEEN_KILLS = 400

const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
})

test('loses no acknowledged write when the server is killed while eight clients write', async () => {
  const { url, kill, isReady } = await setup()
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 500, socketTimeoutMS: 5000 })
  cleanups.push(() => client.close())
  const rows = client
    .db('durability')
    .collection<{ _id: string }>('rows', { writeConcern: { w: 'majority', journal: true } })
  const acknowledged: string[] = []
  const state = { isStopped: false }
  const write = async (writer: number) => {
    for (let count = 0; !state.isStopped; count++) {
      const id = `${writer}-${count}`
      // Refused or interrupted writes were not acknowledged.
      const result = await rows.insertOne({ _id: id }).catch(() => undefined)
      if (result) acknowledged.push(id)
    }
  }
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer))
  for (let kills = 0; kills < KILLS; kills++) {
    const before = acknowledged.length
    await waitFor(async () => acknowledged.length > before + WRITES_BETWEEN_KILLS, {
      timeoutMs: 20_000,
      what: 'the next writes',
    })
    kill()
    await waitFor(isReady, { timeoutMs: 20_000, what: 'the server after a kill' })
  }
  state.isStopped = true
  await Promise.all(writers)
  const found = new Set((await rows.find().toArray()).map(({ _id }) => _id))
  expect(acknowledged.length).toBeGreaterThan(KILLS * WRITES_BETWEEN_KILLS)
  expect(acknowledged.filter((id) => !found.has(id))).toEqual([])
})

async function setup() {
  const folder = await makeTestFolder(`durability-${process.pid}`)
  cleanups.push(() => removeTestFolder(folder))
  const prepared = await mongo.prepare(testContext(folder))
  if (!prepared.launch)
    throw new Error('MONGODB_URI is set to a server that this test must not kill')
  const processes: Supervised[] = []
  const folders = { run: join(folder, 'run'), logs: join(folder, 'logs') }
  await startPart('mongo', prepared, folders, (process) => processes.push(process))
  cleanups.push(async () => {
    for (const process of processes) await process.stop()
  })
  return {
    url: prepared.addresses.url,
    isReady: prepared.isReady,
    kill: () => processes[0]?.signal('SIGKILL'),
  }
}
