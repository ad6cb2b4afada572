/** When workers stop signing: what they find contradicts the signed states of the record. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { utf8 } from '@inkproof/proof/bytes'
import { signCheckpoint } from '@inkproof/proof/checkpoint'
import { generateKey, parsePrivateKey } from '@inkproof/proof/note'
import { expect, test } from '@jest/globals'
import { until } from '../testing/client.ts'
import { randomEntries } from '../testing/database.ts'
import { useRecord, waitForProblem } from '../testing/record.ts'
import { leafOf } from './entry-store.ts'

const record = useRecord()
const { key, readPublished, start, startWithEntries, stop } = record

test('a signed state of size 0 with another root stops signing', async () => {
  const { files } = record
  const root = new Uint8Array(32).fill(7)
  const note = signCheckpoint({ origin: key.name, size: 0n, root }, key)
  await files.write(new Map([['checkpoint', utf8(note)]]))
  const worker = await start()
  await waitForProblem(worker, 'no store contains')
})

test('entries that contradict a signed state stop signing but not appending', async () => {
  const { database } = record
  await startWithEntries(300)
  await stop()
  await database.deleteFrom(290)
  await database.store.insert(290, randomEntries(10).map(leafOf))
  const worker = await start()
  const problem = await waitForProblem(worker, 'differs from')
  expect(problem).toBe('entry 290 in the database differs from the signed log')
  await expect(worker.check()).rejects.toThrow('differs from the signed log')
  await until(database.heads.read, ({ isStopped }) => isStopped === true)
  await database.appender().append(randomEntries(5))
  expect((await database.heads.read()).size).toBe(300)
  expect((await readPublished()).size).toBe(300n)
})

test('a checkpoint signed by this key for a different history stops signing', async () => {
  const { database, folder } = record
  await startWithEntries(20)
  await stop()
  const root = new Uint8Array(32).fill(7)
  const note = signCheckpoint({ origin: key.name, size: 20n, root }, key)
  await writeFile(join(folder, 'copy', 'checkpoint'), note)
  await database.appender().append(randomEntries(5))
  const worker = await start()
  await waitForProblem(worker, 'no store contains')
  expect((await readPublished()).size).toBe(20n)
})

test('a checkpoint signed by another key stops signing', async () => {
  const { folder } = record
  await startWithEntries(20)
  await stop()
  const otherKey = parsePrivateKey(generateKey(key.name).privateKey)
  const root = new Uint8Array(32).fill(7)
  const note = signCheckpoint({ origin: key.name, size: 20n, root }, otherKey)
  await writeFile(join(folder, 'log', 'checkpoint'), note)
  const worker = await start()
  await waitForProblem(worker, 'no signature by')
})
