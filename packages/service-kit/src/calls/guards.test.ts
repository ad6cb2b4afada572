import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { serveCalls } from '../testing/calls.ts'
import { definitions, json, PROBLEM, readError, sampleCalls } from '../testing/sample-calls.ts'
import { callRouter } from './call-router.ts'
import { implement } from './implement.ts'

const sample = sampleCalls()
let service: Awaited<ReturnType<typeof serveCalls>>
beforeAll(async () => {
  service = await serveCalls(sample.calls)
})
afterAll(() => service.stop())

test('rejects an unsupported method on the path of a call and lists the allowed ones', async () => {
  const response = await service.send('PATCH', '/api/things', { headers: PROBLEM })
  expect(await readError(response)).toEqual([405, 'METHOD_NOT_ALLOWED'])
  expect(response.headers.get('allow')?.split(', ').toSorted()).toEqual([
    'DELETE',
    'GET',
    'HEAD',
    'POST',
  ])
  const streamResponse = await service.send('HEAD', '/api/follow')
  expect([streamResponse.status, streamResponse.headers.get('allow')]).toEqual([405, 'GET'])
  const optionsResponse = await service.send('OPTIONS', '/api/words')
  expect([optionsResponse.status, optionsResponse.headers.get('allow')]).toEqual([200, 'GET, HEAD'])
  expect((await service.send('HEAD', '/api/words')).status).toBe(200)
})

test('rejects a body that is not JSON', async () => {
  const headers = { ...PROBLEM, 'content-type': 'text/csv' }
  const response = await service.send('POST', '/api/late', { headers, body: 'a,b' })
  expect(await readError(response)).toEqual([415, 'NOT_JSON'])
})

test.each([
  ['/api/things/1', 'text/html', 406],
  ['/api/things/1', 'application/json', 200],
  ['/api/things/1', 'application/problem+json', 200],
  ['/api/things/1', 'text/html, */*;q=0.1', 200],
  ['/api/words', 'application/json', 406],
  ['/api/words', 'text/*', 200],
  ['/api/follow', 'application/json', 406],
  ['/api/redirect', 'text/html', 303],
])('GET %s with Accept: %s responds with %i', async (path, accept, status) => {
  const response = await service.send('GET', path, { headers: { accept }, redirect: 'manual' })
  expect(response.status).toBe(status)
  if (status === 406) expect(response.headers.get('inkproof-error')).toBe('NOT_ACCEPTABLE')
})

test('authorizes only the callers that the definition allows', async () => {
  const createThing = (session: Record<string, string>) =>
    service.send('POST', '/api/things', json('not even json', session))
  expect(await readError(await createThing({}))).toEqual([401, 'SIGN_IN_REQUIRED'])
  const viewer = await service.signIn({ role: 'viewer' })
  expect(await readError(await createThing(viewer))).toEqual([403, 'VIEWERS_ONLY_READ'])
  const headers = { ...PROBLEM, ...(await service.signIn({ provedAtMs: 1 })) }
  const unconfirmed = await service.send('DELETE', '/api/things', { headers })
  expect(await readError(unconfirmed)).toEqual([403, 'PROOF_NEEDED'])
})

test('rate-limits by account, before the body is parsed', async () => {
  const session = await service.signIn()
  const send = async () => (await service.send('POST', '/api/early', json({}, session))).status
  expect([await send(), await send(), await send()]).toEqual([400, 400, 429])
  expect((await service.send('POST', '/api/early', json({}, await service.signIn()))).status).toBe(
    400,
  )
})

test('rate-limits by client address, counting only valid requests if the definition says so', async () => {
  const send = async (body: object) => (await service.send('POST', '/api/late', json(body))).status
  expect([await send({}), await send({}), await send({})]).toEqual([400, 400, 400])
  const valid = { name: 'a' }
  expect([await send(valid), await send(valid), await send(valid)]).toEqual([204, 204, 429])
})

test('counts a request against each of its rate limits until one of them rejects it', async () => {
  const [first, second] = [await service.signIn(), await service.signIn()]
  const send = async (headers: Record<string, string>) =>
    (await service.send('POST', '/api/twice', { headers })).status
  expect([await send(first), await send(first), await send(first)]).toEqual([204, 204, 429])
  expect([await send(second), await send(second)]).toEqual([204, 429])
})

test('rejects a body larger than the call allows', async () => {
  const body = json({ name: 'x'.repeat(100) }, await service.signIn())
  expect(await readError(await service.send('POST', '/api/things', body))).toEqual([
    413,
    'TOO_LARGE',
  ])
})

test('treats a malformed parameter like one that matches nothing', async () => {
  const response = await service.send('GET', '/api/things/x', { headers: PROBLEM })
  expect(await readError(response)).toEqual([404, 'CERTIFICATE_NOT_FOUND'])
})

test('does not start with two calls of the same method and path, or without a required guard', () => {
  const { current, remove } = definitions
  const duplicates = [
    ...implement({ current }, { current: () => ({ id: '' }) }),
    ...implement({ current }, { current: () => ({ id: '' }) }),
  ]
  expect(() => callRouter(duplicates, {})).toThrow('GET /api/things/current is implemented twice')
  const guarded = implement({ remove }, { remove: () => undefined })
  expect(() => callRouter(guarded, {})).toThrow('DELETE /api/things needs requireSession')
})
