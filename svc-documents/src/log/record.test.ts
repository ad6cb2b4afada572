/** How workers sign a record and publish it. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toHex } from '@inkproof/proof/bytes'
import { tilePath } from '@inkproof/proof/tile'
import { inclusionFromTiles, rootFromTiles } from '@inkproof/proof/tile-proofs'
import { leafHash, verifyInclusion } from '@inkproof/proof/tree'
import { expect, test } from '@jest/globals'
import { encodeStatusEntry } from '../anchors/status-entry.ts'
import { until } from '../testing/client.ts'
import { randomEntries } from '../testing/database.ts'
import { useRecord, waitUntilHealthy } from '../testing/record.ts'

const record = useRecord()
const { readPublished, start, startWithEntries, stop, waitUntilSigned } = record

test('the published files alone prove that the checkpoint includes every entry', async () => {
  const { files } = record
  const entries = await startWithEntries(700)
  await stop()
  const { size, root } = await readPublished()
  expect(size).toBe(700n)
  for (const index of [0, 255, 256, 511, 699]) {
    const proof = await inclusionFromTiles(files.read, BigInt(index), size)
    verifyInclusion(BigInt(index), size, leafHash(entries[index] as Uint8Array), proof, root)
  }
})

const EMPTY_ROOT = createHash('sha256').digest('hex')

test('an empty record publishes its signed state, and reports it as its head', async () => {
  const { database } = record
  await waitUntilHealthy(await start())
  const { size, root } = await readPublished()
  expect([size, toHex(root)]).toEqual([0n, EMPTY_ROOT])
  expect(await database.heads.read()).toMatchObject({ size: 0, root: EMPTY_ROOT })
})

test('two workers sign the empty record once, and continue with the first entries', async () => {
  const { database } = record
  await Promise.all([start(), start()].map(async (worker) => waitUntilHealthy(await worker)))
  const { note, signedAt } = await database.heads.read()
  expect(note).toContain('\n0\n')
  await stop()
  await waitUntilHealthy(await start())
  expect(await database.heads.read()).toMatchObject({ note, signedAt })
  await database.appender().append(randomEntries(2))
  await waitUntilSigned(2)
})

test('two concurrent workers publish the same history', async () => {
  const { database, files } = record
  await Promise.all([start(), start()])
  const appender = database.appender()
  for (let round = 0; round < 6; round++) await appender.append(randomEntries(97))
  await waitUntilSigned(582)
  await stop()
  const { size, root } = await readPublished()
  expect([size, toHex(await rootFromTiles(files.readCopy, size))]).toEqual([582n, toHex(root)])
})

test('a worker continues with the same tree after another one stopped', async () => {
  const { database, files } = record
  await startWithEntries(300)
  await stop()
  await database.appender().append(randomEntries(300))
  await start()
  await waitUntilSigned(600)
  const { root } = await readPublished()
  expect(toHex(await rootFromTiles(files.read, 600n))).toBe(toHex(root))
})

test('signs the state that ends with a status entry, even if more entries follow', async () => {
  const { database, folder } = record
  const status = encodeStatusEntry([], 3)
  await database.appender().append([...randomEntries(3), status, ...randomEntries(4)])
  await start()
  await waitUntilSigned(8)
  // Files of a state exist only if that state was signed.
  for (const width of [4, 8])
    expect(await readFile(join(folder, 'log', tilePath(0, 0n, width)))).toHaveLength(32 * width)
})

test('retries a failed file write in the next step', async () => {
  const { database, files } = record
  const worker = await start()
  await waitUntilHealthy(worker)
  let isDiskFull = true
  const { write } = files
  files.write = async (batch) => {
    if (isDiskFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    await write(batch)
  }
  await database.appender().append(randomEntries(10))
  await until(
    async () => worker.problem(),
    (problem) => problem === 'no space left',
  )
  expect((await database.heads.read()).size).toBe(0)
  isDiskFull = false
  await waitUntilSigned(10)
  expect((await readPublished()).size).toBe(10n)
})
