/** S3-compatible storage that is full, silent, slow or refuses. */
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { testDatabase, until } from '@inkproof/service-kit/testing/fixture'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { fileRows } from './file-row.model.ts'
import { newFileId } from './stored-file.ts'
import { makeFileKey, openTestFileStore, type TestFileStore } from './testing/file-storage.ts'
import { answerError, type ObjectServer, startObjectServer } from './testing/object-server.ts'

const OWNER = 'workspace-1'
const OPTIONS = { owner: OWNER, mediaType: 'application/pdf' }
const CONTENT = randomBytes(200_000)
/** The deadline of five seconds, and what the machine needs. */
const DEADLINE_MS = 6_500

let server: ObjectServer
let store: TestFileStore

beforeEach(async () => {
  server = await startObjectServer()
  store = await openTestFileStore({ ...server.settings, STORE_TIMEOUT_FACTOR: 1 })
})
afterEach(async () => {
  server.close()
  await store.close()
})

async function put(): Promise<string> {
  const id = newFileId()
  await store.put(CONTENT, { ...OPTIONS, id })
  return id
}

const rows = () => fileRows(store.mongo.connection)

test.each([
  [507, 'InsufficientStorage'],
  [507, 'XMinioStorageFull'],
  [403, 'QuotaExceeded'],
  [400, 'XMinioAdminBucketQuotaExceeded'],
])('reports full storage (%d %s) as such, and the file is swept later', async (status, code) => {
  server.setFault((request, response) => {
    request.resume()
    return answerError(response, status, code)
  })
  await expect(put()).rejects.toMatchObject({ code: 'STORAGE_FULL', status: 507 })
  expect(await rows().distinct('state')).toEqual(['writing'])
})

test.each([
  [403, 'AccessDenied'],
  [404, 'NoSuchBucket'],
  [403, 'SignatureDoesNotMatch'],
])('storage that refuses (%d %s) is not available', async (status, code) => {
  const id = await put()
  server.setFault((request, response) => {
    request.resume()
    return answerError(response, status, code)
  })
  await expect(put()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await expect(store.read(id, OWNER)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await expect(store.stream(id, OWNER)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await expect(store.job.check()).rejects.toThrow(code)
})

test('a request that fails once is repeated', async () => {
  server.setFault((request, response) => {
    server.setFault(undefined)
    request.resume()
    return answerError(response, 503, 'SlowDown')
  })
  const id = await put()
  expect(CONTENT.equals((await store.read(id, OWNER)).bytes)).toBe(true)
})

test('storage that does not respond is reported within five seconds, and files can still be deleted', async () => {
  const [id, deleted] = [await put(), await put()]
  server.setFault(() => true)
  const startedAt = performance.now()
  const operations = [put(), store.read(id, OWNER), store.stream(id, OWNER), store.job.check()]
  const results = await Promise.allSettled([...operations, store.remove(deleted, OWNER)])
  expect(performance.now() - startedAt).toBeLessThan(DEADLINE_MS)
  const codes = results.map((result) =>
    result.status === 'rejected' ? result.reason.code : 'done',
  )
  expect(codes.slice(0, 3)).toEqual(['UNAVAILABLE', 'UNAVAILABLE', 'UNAVAILABLE'])
  expect(results[3]?.status).toBe('rejected')
  expect(codes[4]).toBe('done')
  expect(await store.find(deleted, OWNER)).toBeUndefined()
  server.setFault(undefined)
  expect(await store.sweep()).toBe(1)
  expect(server.objects.has(deleted)).toBe(false)
})

test('storage that refuses connections is not available', async () => {
  const id = await put()
  server.close()
  await expect(put()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await expect(store.read(id, OWNER)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await store.remove(id, OWNER)
  expect(await store.find(id, OWNER)).toBeUndefined()
})

test('a download that stops in the middle fails within five seconds', async () => {
  const id = await put()
  const bytes = server.objects.get(id) as Buffer
  server.setFault((_, response) => {
    response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 150_000))
    return true
  })
  const startedAt = performance.now()
  const { content } = await store.stream(id, OWNER)
  const reading = [buffer(content), store.read(id, OWNER)]
  const results = await Promise.allSettled(reading)
  expect(performance.now() - startedAt).toBeLessThan(DEADLINE_MS)
  for (const result of results)
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } })
})

test('a download whose connection is cut fails', async () => {
  const id = await put()
  const bytes = server.objects.get(id) as Buffer
  server.setFault((_, response) => {
    response.writeHead(200, { 'content-length': bytes.length })
    response.write(bytes.subarray(0, 150_000), () => response.destroy())
    return true
  })
  // The beginning of the file is read before there is a stream, and may fail already.
  const download = store.stream(id, OWNER).then(({ content }) => buffer(content))
  await expect(download).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await expect(store.read(id, OWNER)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('a stream that is not read ends its download', async () => {
  const id = await put()
  let isClosed = false
  server.setFault((_, response) => {
    const bytes = server.objects.get(id) as Buffer
    response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 150_000))
    response.once('close', () => {
      isClosed = true
    })
    return true
  })
  const { content } = await store.stream(id, OWNER)
  content.destroy()
  await until(() => isClosed)
})

test('a readiness check that succeeded is used for five seconds', async () => {
  await store.job.check()
  const before = server.requests()
  expect(before).toBeGreaterThanOrEqual(2)
  await store.job.check()
  expect(server.requests()).toBe(before)
})

test('files that were stored in the database before remain readable, and can be deleted', async () => {
  const url = testDatabase('files-moved')
  const FILE_KEYS = [await makeFileKey()]
  const before = await openTestFileStore({ url, FILE_KEYS })
  const after = await openTestFileStore({ url, FILE_KEYS, ...server.settings })
  const [id, newId] = [newFileId(), newFileId()]
  await before.put(CONTENT, { ...OPTIONS, id })
  await after.put(CONTENT, { ...OPTIONS, id: newId })
  expect([...server.objects.keys()]).toEqual([newId])
  expect(CONTENT.equals((await after.read(id, OWNER)).bytes)).toBe(true)
  await after.remove(id, OWNER)
  const { db } = after.mongo.connection
  expect(await db?.collection('stored-file-bytes.chunks').countDocuments({})).toBe(0)
  await after.close()
  await before.close()
})
