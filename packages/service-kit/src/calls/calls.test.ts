import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { serveCalls } from '../testing/calls.ts'
import { json, PROBLEM, refusal, sampleCalls } from '../testing/sample-calls.ts'

const sample = sampleCalls()
let service: Awaited<ReturnType<typeof serveCalls>>
beforeAll(async () => {
  service = await serveCalls(sample.calls)
})
afterAll(() => service.stop())

test('parses the request and answers with the definition’s status, uncached', async () => {
  const found = await service.send('GET', '/api/things?q=a')
  expect([found.status, await found.json()]).toEqual([200, [{ id: 'a' }]])
  expect(found.headers.get('cache-control')).toBe('no-store')
  expect(found.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const session = await service.signIn({ provedAtMs: Date.now() })
  const later = await service.send('POST', '/api/things', json({ name: 'later' }, session))
  expect([later.status, await later.json()]).toEqual([202, { waits: true }])
  const dropped = await service.send('DELETE', '/api/things', { headers: session })
  expect([dropped.status, await dropped.text()]).toEqual([204, ''])
})

test('answers texts, bytes and redirects with their type', async () => {
  const words = await service.send('GET', '/api/words')
  expect([words.headers.get('content-type'), await words.text()]).toEqual([
    'text/plain; charset=utf-8',
    'words',
  ])
  expect(words.headers.get('content-disposition')).toBe('attachment; filename=words.txt')
  const picture = await service.send('GET', '/api/picture')
  expect(picture.headers.get('content-type')).toBe('image/webp')
  expect([...new Uint8Array(await picture.arrayBuffer())]).toEqual([1, 2, 3])
  const left = await service.send('GET', '/api/leave', { redirect: 'manual' })
  expect([left.status, left.headers.get('location')]).toEqual([303, 'https://elsewhere.example/'])
})

test('prefers a fixed segment to a parameter, whichever is defined first', async () => {
  expect(await (await service.send('GET', '/api/things/current')).json()).toEqual({ id: 'current' })
})

test('fails if a response does not match its definition', async () => {
  expect(await refusal(await service.send('GET', '/api/wrong', { headers: PROBLEM }))).toEqual([
    500,
    'INTERNAL',
  ])
})

test('fails if a handler throws an error that its definition does not declare, except in production', async () => {
  const send = () => service.send('GET', '/api/undeclared', { headers: PROBLEM })
  expect(await refusal(await send())).toEqual([500, 'INTERNAL'])
  const { NODE_ENV } = process.env
  process.env['NODE_ENV'] = 'production'
  try {
    expect(await refusal(await send())).toEqual([409, 'EMAIL_TAKEN'])
  } finally {
    process.env['NODE_ENV'] = NODE_ENV
  }
})

test('names the invalid fields in a header, whatever the caller accepts', async () => {
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

test('answers 304 if nothing changed since the caller’s response', async () => {
  const first = await service.send('GET', '/api/things/1')
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toMatch(/^W\/"[\w-]{16}"$/)
  const again = await service.send('GET', '/api/things/1', { headers: { 'if-none-match': etag } })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  expect(again.headers.get('cache-control')).toBe('public, max-age=60')
  const other = await service.send('GET', '/api/things/2', { headers: { 'if-none-match': etag } })
  expect([other.status, await other.json()]).toEqual([200, { id: '2' }])
})
