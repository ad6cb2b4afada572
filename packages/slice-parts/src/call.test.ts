import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bytes, defineCall, EMPTY, text } from '@inkproof/protocol/call'
import { urlOf } from '@inkproof/protocol/call-url'
import { RequestError } from '@inkproof/slice'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import * as z from 'zod/mini'
import { call } from './call.ts'

const base = { summary: 'A thing.', tag: 'Things', access: 'anyone' } as const
const Thing = z.strictObject({ id: z.string() })

const showThing = defineCall({
  ...base,
  method: 'GET',
  path: '/api/things/:id',
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({ part: z.optional(z.string()), page: z.optional(z.string()) }),
  responses: { 200: Thing },
})
const createThing = defineCall({
  ...base,
  method: 'POST',
  path: '/api/things',
  body: z.strictObject({ name: z.string() }),
  responses: { 201: Thing, 202: z.strictObject({ isQueued: z.boolean() }) },
  idempotent: 'inherently',
})
const deleteThings = defineCall({
  ...base,
  method: 'DELETE',
  path: '/api/things',
  responses: { 204: EMPTY },
})
const readThing = defineCall({
  ...base,
  method: 'GET',
  path: '/api/thing.txt',
  responses: { 200: text('text/plain') },
})
const readPicture = defineCall({
  ...base,
  method: 'GET',
  path: '/api/thing.webp',
  responses: { 200: bytes('image/webp') },
})
const uploadThing = defineCall({
  ...base,
  method: 'POST',
  path: '/api/uploads',
  query: z.strictObject({ name: z.string() }),
  upload: { type: 'application/pdf', maxBytes: 100 },
  responses: { 201: Thing },
})

type ReceivedRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string }
let response: { status: number; body: string }
let requests: ReceivedRequest[]
const server = createServer(async (req, res) => {
  const chunks = await req.toArray()
  requests.push({ ...pick(req), body: Buffer.concat(chunks).toString() })
  res.writeHead(response.status).end(response.body)
})
const realFetch = globalThis.fetch

beforeEach(async () => {
  requests = []
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  // Pages call paths of their own origin; a test without a page has no origin.
  globalThis.fetch = (url, init) => realFetch(`http://127.0.0.1:${port}${url}`, init)
})

afterEach(async () => {
  globalThis.fetch = realFetch
  await new Promise((resolve) => server.close(resolve))
})

function pick({ method, url, headers }: IncomingMessage) {
  return { method, url, headers }
}

function respondWith(status: number, body: unknown = '') {
  response = { status, body: typeof body === 'string' ? body : JSON.stringify(body) }
}

test('writes parameters and the given query into the URL', () => {
  const input = { params: { id: 'a/b ?' }, query: { part: 'x&y', page: undefined } }
  expect(urlOf(showThing, input)).toBe('/api/things/a%2Fb%20%3F?part=x%26y')
  expect(urlOf(deleteThings)).toBe('/api/things')
})

test('sends method, URL and body, and returns the parsed response', async () => {
  respondWith(201, { id: 't1' })
  expect(await call(createThing, { body: { name: 'A' } })).toEqual({ id: 't1' })
  expect(requests).toMatchObject([{ method: 'POST', url: '/api/things', body: '{"name":"A"}' }])
  expect(requests[0]?.headers['idempotency-key']).toBeUndefined()
})

test('parses each success by the schema of its status', async () => {
  respondWith(202, { isQueued: true })
  expect(await call(createThing, { body: { name: 'A' } })).toEqual({ isQueued: true })
})

test('sends the idempotency key if given', async () => {
  respondWith(201, { id: 't1' })
  await call(createThing, { body: { name: 'A' } }, { idempotencyKey: 'k1' })
  expect(requests[0]?.headers['idempotency-key']).toBe('k1')
})

test.each([
  ['', 'as browsers do for names they do not know'],
  ['application/pdf', 'of the call'],
  ['application/x-pdf', 'that some systems use'],
])('uploads a file of the type “%s”, %s, as the type of the call', async (type) => {
  respondWith(201, { id: 't1' })
  const file = new File(['%PDF-1.7'], 'thing.pdf', { type })
  expect(await call(uploadThing, { query: { name: 'a b' }, file })).toEqual({ id: 't1' })
  const received = { method: 'POST', url: '/api/uploads?name=a+b', body: '%PDF-1.7' }
  expect(requests).toMatchObject([received])
  expect(requests[0]?.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': '8',
  })
})

test('returns undefined for an empty response, a string for text and a Blob for bytes', async () => {
  respondWith(204)
  expect(await call(deleteThings)).toBeUndefined()
  respondWith(200, 'words')
  expect(await call(readThing)).toBe('words')
  expect(await (await call(readPicture)).text()).toBe('words')
})

test('throws the service’s error', async () => {
  respondWith(404, 'There is no such thing.')
  const rejected = call(showThing, { params: { id: 'x' } })
  await expect(rejected).rejects.toThrow(RequestError)
  await expect(rejected).rejects.toThrow('404: There is no such thing.')
})

test('rejects a response that does not match the definition', async () => {
  respondWith(200, { id: 7 })
  const rejected = call(showThing, { params: { id: 'x' } })
  await expect(rejected).rejects.toThrow(
    'The response could not be read. Reload the page and try again.',
  )
  await expect(rejected).rejects.toHaveProperty('cause.message', expect.stringContaining('id'))
  respondWith(201, { id: 'x' })
  await expect(call(showThing, { params: { id: 'x' } })).rejects.toThrow('unexpected status 201')
})

test('accepts unknown fields in a response, as sent by a newer service', async () => {
  respondWith(200, { id: 'x', newer: 1 })
  expect(await call(showThing, { params: { id: 'x' } })).toMatchObject({ id: 'x' })
})

test('rejects when it is aborted', async () => {
  respondWith(200, { id: 'x' })
  const input = { params: { id: 'x' } }
  await expect(call(showThing, input, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
})
