/** Acknowledged writes survive killing the server; uses a server of its own. */
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

const left: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const remove of left.splice(0).reverse()) await remove()
})

test('loses no acknowledged write when the server is killed under eight writers', async () => {
  const { url, kill, answers } = await setup()
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 500, socketTimeoutMS: 5000 })
  left.push(() => client.close())
  const rows = client
    .db('durability')
    .collection<{ _id: string }>('rows', { writeConcern: { w: 'majority', journal: true } })
  const acknowledged: string[] = []
  const state = { ended: false }
  const write = async (writer: number) => {
    for (let count = 0; !state.ended; count++) {
      const id = `${writer}-${count}`
      // Refused or interrupted writes were not acknowledged.
      const done = await rows.insertOne({ _id: id }).catch(() => undefined)
      if (done) acknowledged.push(id)
    }
  }
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer))
  for (let killed = 0; killed < KILLS; killed++) {
    const before = acknowledged.length
    await waitFor(async () => acknowledged.length > before + WRITES_BETWEEN_KILLS, {
      timeoutMs: 20_000,
      what: 'the next writes',
    })
    kill()
    await waitFor(answers, { timeoutMs: 20_000, what: 'the server after a kill' })
  }
  state.ended = true
  await Promise.all(writers)
  const found = new Set((await rows.find().toArray()).map(({ _id }) => _id))
  expect(acknowledged.length).toBeGreaterThan(KILLS * WRITES_BETWEEN_KILLS)
  expect(acknowledged.filter((id) => !found.has(id))).toEqual([])
}, 120_000)

async function setup() {
  const folder = await makeTestFolder(`durability-${process.pid}`)
  left.push(() => removeTestFolder(folder))
  const prepared = await mongo.prepare(testContext(folder))
  if (!prepared.launch) throw new Error('MONGODB_URI names a server that is not the test’s to kill')
  const processes: Supervised[] = []
  const folders = { run: join(folder, 'run'), logs: join(folder, 'logs') }
  await startPart('mongo', prepared, folders, (process) => processes.push(process))
  left.push(async () => {
    for (const process of processes) await process.stop()
  })
  return {
    url: prepared.addresses.url,
    answers: prepared.answers,
    kill: () => processes[0]?.signal('SIGKILL'),
  }
}
