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
  answers: { 200: Thing },
})
const makeThing = defineCall({
  ...base,
  method: 'POST',
  path: '/api/things',
  body: z.strictObject({ name: z.string() }),
  answers: { 201: Thing, 202: z.strictObject({ waits: z.boolean() }) },
  idempotent: true,
})
const dropThings = defineCall({
  ...base,
  method: 'DELETE',
  path: '/api/things',
  answers: { 204: EMPTY },
})
const readThing = defineCall({
  ...base,
  method: 'GET',
  path: '/api/thing.txt',
  answers: { 200: text('text/plain') },
})
const seeThing = defineCall({
  ...base,
  method: 'GET',
  path: '/api/thing.webp',
  answers: { 200: bytes('image/webp') },
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
  // Pages call addresses of their own origin, which a test without a page has not.
  globalThis.fetch = (url, init) => realFetch(`http://127.0.0.1:${port}${url}`, init)
})

afterEach(async () => {
  globalThis.fetch = realFetch
  await new Promise((resolve) => server.close(resolve))
})

function pick({ method, url, headers }: IncomingMessage) {
  return { method, url, headers }
}

function answers(status: number, body: unknown = '') {
  response = { status, body: typeof body === 'string' ? body : JSON.stringify(body) }
}

test('writes parameters and the given query into the URL', () => {
  const input = { params: { id: 'a/b ?' }, query: { part: 'x&y', page: undefined } }
  expect(urlOf(showThing, input)).toBe('/api/things/a%2Fb%20%3F?part=x%26y')
  expect(urlOf(dropThings)).toBe('/api/things')
})

test('sends method, URL and body, and returns the parsed response', async () => {
  answers(201, { id: 't1' })
  expect(await call(makeThing, { body: { name: 'A' } })).toEqual({ id: 't1' })
  expect(requests).toMatchObject([{ method: 'POST', url: '/api/things', body: '{"name":"A"}' }])
  expect(requests[0]?.headers['idempotency-key']).toBeUndefined()
})

test('parses each success by the schema of its status', async () => {
  answers(202, { waits: true })
  expect(await call(makeThing, { body: { name: 'A' } })).toEqual({ waits: true })
})

test('sends the idempotency key if given', async () => {
  answers(201, { id: 't1' })
  await call(makeThing, { body: { name: 'A' } }, { idempotencyKey: 'k1' })
  expect(requests[0]?.headers['idempotency-key']).toBe('k1')
})

test('returns nothing for an empty response, a string for a text and a blob for bytes', async () => {
  answers(204)
  expect(await call(dropThings)).toBeUndefined()
  answers(200, 'words')
  expect(await call(readThing)).toBe('words')
  expect(await (await call(seeThing)).text()).toBe('words')
})

test('throws the service’s refusal', async () => {
  answers(404, 'There is no such thing.')
  const refused = call(showThing, { params: { id: 'x' } })
  await expect(refused).rejects.toThrow(RequestError)
  await expect(refused).rejects.toThrow('404: There is no such thing.')
})

test('refuses a response that does not match the definition', async () => {
  answers(200, { id: 7 })
  const refused = call(showThing, { params: { id: 'x' } })
  await expect(refused).rejects.toThrow(
    'The response could not be read. Reload the page and try again.',
  )
  await expect(refused).rejects.toHaveProperty('cause.message', expect.stringContaining('id'))
  answers(201, { id: 'x' })
  await expect(call(showThing, { params: { id: 'x' } })).rejects.toThrow('answered 201')
})

test('accepts a response with unknown fields, as a newer service sends', async () => {
  answers(200, { id: 'x', newer: 1 })
  expect(await call(showThing, { params: { id: 'x' } })).toMatchObject({ id: 'x' })
})

test('stops when it is aborted', async () => {
  answers(200, { id: 'x' })
  const input = { params: { id: 'x' } }
  await expect(call(showThing, input, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
})
