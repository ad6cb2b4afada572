/** @jest-environment node */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterEach, expect, test } from '@jest/globals'
import { readRecordFile } from './record-file.ts'

let server: Server
afterEach(() => new Promise((resolve) => server.close(resolve)))

test('reads the bytes of a file that arrives in parts', async () => {
  const url = await serve(async function* () {
    yield Buffer.from([0, 255])
    yield Buffer.from([7])
  })
  expect([...(await readRecordFile(url))]).toEqual([0, 255, 7])
})

test('stops reading a file that is too large, even if it never ends', async () => {
  let whenStopped = () => {}
  const stopped = new Promise<void>((resolve) => {
    whenStopped = resolve
  })
  const url = await serve(async function* () {
    try {
      for (;;) yield Buffer.alloc(64 * 1024)
    } finally {
      whenStopped()
    }
  })
  await expect(readRecordFile(url)).rejects.toThrow('the file is too large')
  await stopped
})

test('refuses an answer with an error status', async () => {
  const url = await serve(async function* () {}, 404)
  await expect(readRecordFile(url)).rejects.toThrow('status 404')
})

async function serve(body: () => AsyncIterable<Buffer>, status = 200): Promise<string> {
  server = createServer(async (_request, response) => {
    response.writeHead(status)
    await pipeline(Readable.from(body()), response).catch(() => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
