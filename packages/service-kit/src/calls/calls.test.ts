import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { serveCalls } from '../testing/calls.ts'
import { json, PROBLEM, readError, sampleCalls } from '../testing/sample-calls.ts'

const sample = sampleCalls()
let service: Awaited<ReturnType<typeof serveCalls>>
beforeAll(async () => {
  service = await serveCalls(sample.calls)
})
afterAll(() => service.stop())

test('parses the request and responds with the declared status, without caching', async () => {
  const listed = await service.send('GET', '/api/things?q=a')
  expect([listed.status, await listed.json()]).toEqual([200, [{ id: 'a' }]])
  expect(listed.headers.get('cache-control')).toBe('no-store')
  expect(listed.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const session = await service.signIn({ provedAtMs: Date.now() })
  const queued = await service.send('POST', '/api/things', json({ name: 'queued' }, session))
  expect([queued.status, await queued.json()]).toEqual([202, { isQueued: true }])
  const removed = await service.send('DELETE', '/api/things', { headers: session })
  expect([removed.status, await removed.text()]).toEqual([204, ''])
})

test('sends texts, bytes and redirects with their type', async () => {
  const words = await service.send('GET', '/api/words')
  expect([words.headers.get('content-type'), await words.text()]).toEqual([
    'text/plain; charset=utf-8',
    'words',
  ])
  expect(words.headers.get('content-disposition')).toBe('attachment; filename=words.txt')
  const picture = await service.send('GET', '/api/picture')
  expect(picture.headers.get('content-type')).toBe('image/webp')
  expect([...new Uint8Array(await picture.arrayBuffer())]).toEqual([1, 2, 3])
  const redirect = await service.send('GET', '/api/redirect', { redirect: 'manual' })
  expect([redirect.status, redirect.headers.get('location')]).toEqual([
    303,
    'https://elsewhere.example/',
  ])
})

test('a fixed path segment takes precedence over a parameter, regardless of the order of definition', async () => {
  expect(await (await service.send('GET', '/api/things/current')).json()).toEqual({ id: 'current' })
})

test('fails if a response does not match its definition', async () => {
  expect(await readError(await service.send('GET', '/api/wrong', { headers: PROBLEM }))).toEqual([
    500,
    'INTERNAL',
  ])
})

test('fails if a handler throws an error that its definition does not declare, except in production', async () => {
  const send = () => service.send('GET', '/api/undeclared', { headers: PROBLEM })
  expect(await readError(await send())).toEqual([500, 'INTERNAL'])
  const { NODE_ENV } = process.env
  process.env['NODE_ENV'] = 'production'
  try {
    expect(await readError(await send())).toEqual([409, 'EMAIL_TAKEN'])
  } finally {
    process.env['NODE_ENV'] = NODE_ENV
  }
})

test('lists the invalid fields in a header, regardless of the accepted type', async () => {
  const session = await service.signIn()
  const body = json({ name: '' }, { ...session, accept: '*/*' })
  const response = await service.send('POST', '/api/things', body)
  expect(response.headers.get('inkproof-fields')).toBe('name')
  expect(await response.text()).toMatch(/^The request is not valid \(name: Too small/)
  const taken = await service.send('POST', '/api/things', json({ name: 'taken' }, session))
  expect(taken.headers.get('inkproof-fields')).toBe('email')
  const short = await service.send('POST', '/api/things', json({ name: 'short' }, session))
  expect(short.headers.get('inkproof-fields')).toBe('newPassword')
})

test('responds with 304 if nothing changed since the caller’s last response', async () => {
  const first = await service.send('GET', '/api/things/1')
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toMatch(/^W\/"[\w-]{16}"$/)
  const again = await service.send('GET', '/api/things/1', { headers: { 'if-none-match': etag } })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  expect(again.headers.get('cache-control')).toBe('public, max-age=60')
  const other = await service.send('GET', '/api/things/2', { headers: { 'if-none-match': etag } })
  expect([other.status, await other.json()]).toEqual([200, { id: '2' }])
})
