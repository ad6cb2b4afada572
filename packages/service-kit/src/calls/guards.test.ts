import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { serveCalls } from '../testing/calls.ts'
import { definitions, json, PROBLEM, refusal, sampleCalls } from '../testing/sample-calls.ts'
import { callRouter } from './call-router.ts'
import { implement } from './implement.ts'

const sample = sampleCalls()
let service: Awaited<ReturnType<typeof serveCalls>>
beforeAll(async () => {
  service = await serveCalls(sample.calls)
})
afterAll(() => service.stop())

test('refuses another method on the path of a call and lists the allowed ones', async () => {
  const response = await service.send('PATCH', '/api/things', { headers: PROBLEM })
  expect(await refusal(response)).toEqual([405, 'METHOD_NOT_ALLOWED'])
  expect(response.headers.get('allow')?.split(', ').toSorted()).toEqual([
    'DELETE',
    'GET',
    'HEAD',
    'POST',
  ])
  const stream = await service.send('HEAD', '/api/follow')
  expect([stream.status, stream.headers.get('allow')]).toEqual([405, 'GET'])
  const options = await service.send('OPTIONS', '/api/words')
  expect([options.status, options.headers.get('allow')]).toEqual([200, 'GET, HEAD'])
  expect((await service.send('HEAD', '/api/words')).status).toBe(200)
})

test('refuses a body that is not JSON', async () => {
  const headers = { ...PROBLEM, 'content-type': 'text/csv' }
  const response = await service.send('POST', '/api/late', { headers, body: 'a,b' })
  expect(await refusal(response)).toEqual([415, 'NOT_JSON'])
})

test.each([
  ['/api/things/1', 'text/html', 406],
  ['/api/things/1', 'application/json', 200],
  ['/api/things/1', 'application/problem+json', 200],
  ['/api/things/1', 'text/html, */*;q=0.1', 200],
  ['/api/words', 'application/json', 406],
  ['/api/words', 'text/*', 200],
  ['/api/follow', 'application/json', 406],
  ['/api/leave', 'text/html', 303],
])('%s for a caller that accepts %s is %i', async (path, accept, status) => {
  const response = await service.send('GET', path, { headers: { accept }, redirect: 'manual' })
  expect(response.status).toBe(status)
  if (status === 406) expect(response.headers.get('inkproof-error')).toBe('NOT_ACCEPTABLE')
})

test('authorises only the callers that the definition names', async () => {
  const make = (session: Record<string, string>) =>
    service.send('POST', '/api/things', json('not even json', session))
  expect(await refusal(await make({}))).toEqual([401, 'SIGN_IN_REQUIRED'])
  const viewer = await service.signIn({ role: 'viewer' })
  expect(await refusal(await make(viewer))).toEqual([403, 'VIEWERS_ONLY_READ'])
  const headers = { ...PROBLEM, ...(await service.signIn({ provedAtMs: 1 })) }
  const unproved = await service.send('DELETE', '/api/things', { headers })
  expect(await refusal(unproved)).toEqual([403, 'PROOF_NEEDED'])
})

test('counts a request before it is parsed, by account', async () => {
  const session = await service.signIn()
  const send = async () => (await service.send('POST', '/api/early', json({}, session))).status
  expect([await send(), await send(), await send()]).toEqual([400, 400, 429])
  expect((await service.send('POST', '/api/early', json({}, await service.signIn()))).status).toBe(
    400,
  )
})

test('counts only valid requests if the definition says so, by address', async () => {
  const send = async (body: object) => (await service.send('POST', '/api/late', json(body))).status
  expect([await send({}), await send({}), await send({})]).toEqual([400, 400, 400])
  const valid = { name: 'a' }
  expect([await send(valid), await send(valid), await send(valid)]).toEqual([204, 204, 429])
})

test('counts a request for each of its limits, as long as the earlier ones let it pass', async () => {
  const [one, other] = [await service.signIn(), await service.signIn()]
  const send = async (headers: Record<string, string>) =>
    (await service.send('POST', '/api/twice', { headers })).status
  expect([await send(one), await send(one), await send(one)]).toEqual([204, 204, 429])
  expect([await send(other), await send(other)]).toEqual([204, 429])
})

test('refuses a body above the size of the call', async () => {
  const body = json({ name: 'x'.repeat(100) }, await service.signIn())
  expect(await refusal(await service.send('POST', '/api/things', body))).toEqual([413, 'TOO_LARGE'])
})

test('treats an impossible parameter like one that matches nothing', async () => {
  const response = await service.send('GET', '/api/things/x', { headers: PROBLEM })
  expect(await refusal(response)).toEqual([404, 'CERTIFICATE_NOT_FOUND'])
})

test('does not start with two calls of the same method and path, or without a required guard', () => {
  const { current, drop } = definitions
  const twice = [
    ...implement({ current }, { current: () => ({ id: '' }) }),
    ...implement({ current }, { current: () => ({ id: '' }) }),
  ]
  expect(() => callRouter(twice, {})).toThrow('GET /api/things/current is implemented twice')
  const guarded = implement({ drop }, { drop: () => undefined })
  expect(() => callRouter(guarded, {})).toThrow('DELETE /api/things needs requireSession')
})
