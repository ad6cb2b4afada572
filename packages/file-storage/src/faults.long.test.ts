/** A database that is not reachable, clients that disconnect, and what is logged and counted. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { AppError } from '@inkproof/service-kit/app-error'
import { createLog } from '@inkproof/service-kit/log'
import { createMetrics } from '@inkproof/service-kit/metrics'
import { asOutage } from '@inkproof/service-kit/outage'
import { testDatabase, until } from '@inkproof/service-kit/testing/fixture'
import { startTcpProxy, type TcpProxy } from '@inkproof/service-kit/testing/tcp-proxy'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { fileRows } from './file-row.model.ts'
import { asStorageError } from './storage-errors.ts'
import { newFileId } from './stored-file.ts'
import { makeFileKey, openTestFileStore, type TestFileStore } from './testing/file-storage.ts'

const OWNER = 'workspace-1'
const OPTIONS = { owner: OWNER, mediaType: 'application/pdf' }
const CONTENT = randomBytes(2_000_000)
const DEADLINE_MS = 6_500

let proxy: TcpProxy
let store: TestFileStore
let server: Server | undefined

beforeEach(async () => {
  proxy = await startTcpProxy(new URL(testDatabase('file-faults')))
  store = await openTestFileStore({ url: proxy.url, STORE_TIMEOUT_FACTOR: 1 })
})
afterEach(async () => {
  proxy.restore()
  proxy.resume()
  server?.closeAllConnections()
  server?.close()
  server = undefined
  await store.close()
  await proxy.close()
})

async function put(bytes = CONTENT): Promise<string> {
  const id = newFileId()
  await store.put(bytes, { ...OPTIONS, id })
  return id
}

test.each(['pause', 'cut'] as const)(
  'a database that is gone (%s) is reported in time',
  async (fault) => {
    const id = await put()
    proxy[fault]()
    const startedAt = performance.now()
    const operations = [
      put(),
      store.read(id, OWNER),
      store.stream(id, OWNER),
      store.find(id, OWNER),
      store.remove(id, OWNER),
    ]
    const results = await Promise.allSettled([...operations, store.job.check()])
    expect(performance.now() - startedAt).toBeLessThan(DEADLINE_MS)
    for (const result of results.slice(0, 5)) {
      expect(result.status).toBe('rejected')
      expect(asOutage((result as PromiseRejectedResult).reason)?.code).toBe('UNAVAILABLE')
    }
    expect(results[5]?.status).toBe('rejected')
  },
)

test.each(['pause', 'cut'] as const)(
  'a download from a database that disappears (%s) fails',
  async (fault) => {
    // More than a database returns at once.
    const id = await put(randomBytes(20_000_000))
    const { content } = await store.stream(id, OWNER)
    proxy[fault]()
    const startedAt = performance.now()
    await expect(buffer(content)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(performance.now() - startedAt).toBeLessThan(DEADLINE_MS)
  },
)

test('a database that disappears after it has sent everything has no effect on the download', async () => {
  const id = await put()
  const { content } = await store.stream(id, OWNER)
  proxy.cut()
  expect(CONTENT.equals(await buffer(content))).toBe(true)
  proxy.restore()
  await until(async () => (await store.find(id, OWNER).catch(() => undefined)) !== undefined)
})

test('a download that is abandoned when the database disappears has no further effect', async () => {
  const id = await put(randomBytes(20_000_000))
  const { content } = await store.stream(id, OWNER)
  proxy.cut()
  const closed = once(content, 'close')
  content.destroy()
  await closed
  proxy.restore()
  await until(async () => (await store.find(id, OWNER).catch(() => undefined)) !== undefined)
})

test('a database without space is reported as full', () => {
  const full = Object.assign(new Error('no space'), { name: 'MongoServerError', code: 14031 })
  expect(asStorageError(full)).toMatchObject({ code: 'STORAGE_FULL' })
  const bug = new TypeError('x is not a function')
  expect(asStorageError(bug)).toBe(bug)
})

/** Starts a server that stores the body of each request. Resolves with its port, and collects the errors of `put`. */
async function startUploads(maxBytes: number, errors: unknown[]): Promise<number> {
  server = createServer(async (req, res) => {
    try {
      await store.put(req, { ...OPTIONS, id: newFileId(), maxBytes })
      res.writeHead(201).end()
    } catch (error) {
      errors.push(error)
      res.writeHead(error instanceof AppError ? error.status : 500).end('refused')
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test('stores the body of a request', async () => {
  const port = await startUploads(3_000_000, [])
  const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: CONTENT })
  expect(response.status).toBe(201)
  expect(await fileRows(store.mongo.connection).distinct('size')).toEqual([CONTENT.length])
})

test('a client whose file is too large receives the error', async () => {
  const port = await startUploads(100_000, [])
  const upload = httpRequest({ port, method: 'POST', host: '127.0.0.1' })
  upload.on('error', () => undefined)
  upload.write(CONTENT.subarray(0, 200_000))
  const [response] = await once(upload, 'response')
  expect(response.statusCode).toBe(413)
  upload.destroy()
})

test('nothing is stored if the client disconnects', async () => {
  const errors: unknown[] = []
  const port = await startUploads(3_000_000, errors)
  const upload = httpRequest({ port, method: 'POST', host: '127.0.0.1' })
  upload.on('error', () => undefined)
  upload.write(CONTENT.subarray(0, 500_000))
  await once(server as Server, 'request')
  upload.destroy()
  await until(() => errors.length > 0)
  expect(await fileRows(store.mongo.connection).countDocuments({})).toBe(0)
})

test('logs contain neither keys nor content, whatever happens', async () => {
  const lines: string[] = []
  const key = await makeFileKey()
  const log = createLog('files', 'trace', { write: (line) => lines.push(line) })
  const url = testDatabase('file-logs')
  const logged = await openTestFileStore({ url, FILE_KEYS: [key], log })
  const id = newFileId()
  await logged.put(Buffer.from('the secret agreement'), { ...OPTIONS, id })
  const { db } = logged.mongo.connection
  await db?.collection('stored-file-bytes.chunks').deleteMany({})
  const unreadable = await logged.read(id, OWNER).catch((error: unknown) => error)
  log.error({ err: unreadable, cause: (unreadable as AppError).cause }, 'request failed')
  const rows = fileRows(logged.mongo.connection)
  await rows.updateOne({ _id: id }, { $set: { wrappedKey: 'x' } })
  const wrong = await logged.read(id, OWNER).catch((error: unknown) => error)
  log.error({ err: wrong, cause: (wrong as AppError).cause }, 'request failed')
  await logged.close()
  expect(lines.length).toBeGreaterThanOrEqual(2)
  expect(lines.join('')).not.toMatch(/SECRET-KEY|agreement/)
})

test('counts operations by their outcome, and what is left to delete', async () => {
  const metrics = createMetrics('files')
  const counted = await openTestFileStore({ url: testDatabase('file-metrics'), metrics })
  const id = newFileId()
  await counted.put(Buffer.from('x'), { ...OPTIONS, id })
  await counted.put(Buffer.from('x'), { ...OPTIONS, id: newFileId(), maxBytes: 0 }).catch(() => {})
  await counted.read('none', OWNER).catch(() => {})
  const rows = fileRows(counted.mongo.connection)
  await rows.updateOne({ _id: id }, { $set: { state: 'deleting', dueAt: new Date(0) } })
  const text = await metrics.registry.metrics()
  await counted.close()
  expect(text).toMatch(/stored_file_operations_total{operation="put",outcome="done",.*} 1/)
  expect(text).toMatch(/stored_file_operations_total{operation="put",outcome="TOO_LARGE",.*} 1/)
  expect(text).toMatch(
    /stored_file_operations_total{operation="read",outcome="ITEM_NOT_FOUND",.*} 1/,
  )
  expect(text).toMatch(/stored_files_due{.*} 1/)
})
