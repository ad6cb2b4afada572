/** Calls whose body is a file. */
import { connect } from 'node:net'
import { defineCall } from '@inkproof/protocol/call'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import * as z from 'zod/mini'
import { serveCalls } from '../testing/calls.ts'
import { until } from '../testing/fixture.ts'
import { PROBLEM, readError } from '../testing/sample-calls.ts'
import { implement } from './implement.ts'
import { readUpload } from './upload.ts'

const MAX_BYTES = 1_000_000
const TYPE = 'application/pdf'

const upload = defineCall({
  summary: 'Uploads a thing.',
  tag: 'Things',
  access: 'member',
  method: 'POST',
  path: '/api/uploads',
  query: z.strictObject({ name: z.string() }),
  upload: { type: TYPE, maxBytes: MAX_BYTES },
  responses: { 201: z.strictObject({ name: z.string(), size: z.int() }) },
})

let service: Awaited<ReturnType<typeof serveCalls>>
let session: Record<string, string>
let failures: unknown[] = []

beforeAll(async () => {
  const calls = implement(
    { upload },
    {
      upload: async ({ query, req }) => {
        if (query.name === 'late') await until(async () => req.destroyed)
        const bytes = await readUpload(req, upload.upload).catch((error: unknown) => {
          failures.push(error)
          throw error
        })
        return { name: query.name, size: bytes.length }
      },
    },
  )
  service = await serveCalls(calls)
  session = await service.signIn()
})
beforeEach(() => {
  failures = []
})
afterAll(() => service.stop())

function send(body: BodyInit | undefined, headers: Record<string, string> = {}, name = 'a') {
  const init = {
    headers: { ...PROBLEM, ...session, 'content-type': TYPE, ...headers },
    ...(body !== undefined && { body }),
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  }
  return service.send('POST', `/api/uploads?name=${name}`, init as RequestInit)
}

/** A body without a known length, so that it is sent in chunks. */
function chunked(bytes: number): ReadableStream<Uint8Array> {
  return new Blob([new Uint8Array(bytes)]).stream()
}

test.each([
  ['of a known size', () => new Uint8Array(MAX_BYTES)],
  ['in chunks', () => chunked(MAX_BYTES)],
])('the handler reads a file of the maximum size %s', async (_, body) => {
  const response = await send(body())
  expect([response.status, await response.json()]).toEqual([201, { name: 'a', size: MAX_BYTES }])
})

test('accepts an empty file, and a media type with parameters', async () => {
  const response = await send(new Uint8Array(0), { 'content-type': `${TYPE}; version=2` })
  expect(await response.json()).toEqual({ name: 'a', size: 0 })
})

test.each([
  ['JSON', '{}', { 'content-type': 'application/json' }],
  ['another type', 'x', { 'content-type': 'text/plain' }],
  ['a compressed file', 'x', { 'content-encoding': 'gzip' }],
])('refuses %s', async (_, body, headers) => {
  const response = await send(body, headers)
  expect(await response.clone().json()).toMatchObject({ details: { types: [TYPE] } })
  expect(await readError(response)).toEqual([415, 'WRONG_MEDIA_TYPE'])
})

test('refuses a request without a body', async () => {
  const lines = ['POST /api/uploads?name=a HTTP/1.1', `Content-Type: ${TYPE}`, 'Connection: close']
  expect(await sendRaw(lines)).toMatch(/^HTTP\/1\.1 415 /)
})

test('refuses a file that is too large by its declared size, without reading it', async () => {
  const response = await send(new Uint8Array(MAX_BYTES + 1))
  expect(await readError(response)).toEqual([413, 'TOO_LARGE'])
  expect(failures).toEqual([])
})

test('refuses a file that turns out too large, and the client receives the response', async () => {
  const response = await send(chunked(5 * MAX_BYTES))
  expect(await readError(response)).toEqual([413, 'TOO_LARGE'])
  expect(failures).toHaveLength(1)
  expect((await send(new Uint8Array(1))).status).toBe(201)
})

test('a client that sends a file that is too large before it reads gets the response, and can go on', async () => {
  const common = ['POST /api/uploads?name=a HTTP/1.1', `Content-Type: ${TYPE}`]
  const socket = await openRaw([...common, 'Transfer-Encoding: chunked'])
  const bytes = Buffer.alloc(30 * MAX_BYTES)
  const received = socket.toArray()
  socket.write(`${bytes.length.toString(16)}\r\n`)
  socket.write(bytes)
  socket.write('\r\n0\r\n\r\n')
  socket.write(headOf([...common, 'Content-Length: 1', 'Connection: close']))
  socket.write('x')
  const responses = Buffer.concat(await received).toString()
  expect(responses.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 201'])
})

test('refuses other invalid input and callers without a session before it reads the file', async () => {
  const invalid = await send(new Uint8Array(1), {}, 'a&other=b')
  expect(await readError(invalid)).toEqual([400, 'INVALID_INPUT'])
  const anonymous = await send(new Uint8Array(1), { authorization: '' })
  expect(await readError(anonymous)).toEqual([401, 'SIGN_IN_REQUIRED'])
})

test.each([
  ['while its file is read', 'a', 'part'],
  ['before its file is read', 'late', 'part'],
  ['before its file, which has arrived, is read', 'late', 'whole fil'],
])('a client that disconnects %s is an expected error', async (_, name, sent) => {
  const lines = [`POST /api/uploads?name=${name} HTTP/1.1`, `Content-Type: ${TYPE}`]
  const socket = await openRaw([...lines, 'Content-Length: 9'])
  socket.write(sent)
  socket.destroySoon()
  await until(async () => failures.length > 0)
  expect(failures).toMatchObject([{ code: 'INVALID_INPUT', status: 400 }])
})

async function openRaw(lines: readonly string[]) {
  const response = await service.send('GET', '/api/uploads')
  const { port, hostname } = new URL(response.url)
  const socket = connect(Number(port), hostname)
  socket.write(headOf(lines))
  return socket
}

function headOf(lines: readonly string[]): string {
  const all = [...lines, 'Host: localhost', `Authorization: ${session['authorization']}`]
  return `${all.join('\r\n')}\r\n\r\n`
}

async function sendRaw(lines: readonly string[]): Promise<string> {
  const socket = await openRaw(lines)
  return Buffer.concat(await socket.toArray()).toString()
}
