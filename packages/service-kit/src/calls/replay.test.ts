import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { serveCalls } from '../testing/calls.ts'
import { until } from '../testing/fixture.ts'
import { json, readError, sampleCalls } from '../testing/sample-calls.ts'

const sample = sampleCalls()
let service: Awaited<ReturnType<typeof serveCalls>>
beforeAll(async () => {
  service = await serveCalls(sample.calls)
})
beforeEach(() => {
  sample.created.length = 0
})
afterAll(() => service.stop())

test('a request repeated with its key takes effect once and gets the same response', async () => {
  const session = await service.signIn()
  const send = (key: string, name = 'a') =>
    service.send('POST', '/api/things', json({ name }, { ...session, 'idempotency-key': key }))
  const [first, repeated, other] = [await send('k1'), await send('k1'), await send('k2')]
  const data = await first.json()
  expect([repeated.status, await repeated.json()]).toEqual([201, data])
  expect(await other.json()).not.toEqual(data)
  expect(sample.created).toHaveLength(2)
})

test('rejects a key that was used for a different request, and an invalid key', async () => {
  const session = await service.signIn()
  const send = (key: string, name: string) =>
    service.send('POST', '/api/things', json({ name }, { ...session, 'idempotency-key': key }))
  await send('k1', 'a')
  expect(await readError(await send('k1', 'b'))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  expect(await readError(await send('k'.repeat(256), 'a'))).toEqual([400, 'INVALID_INPUT'])
  expect(sample.created).toEqual(['a'])
})

test('rejects a repeated request while the first is in progress', async () => {
  const body = json({ name: 'slow' }, { ...(await service.signIn()), 'idempotency-key': 'k1' })
  const first = service.send('POST', '/api/things', body)
  await until(() => sample.created.length === 1)
  const second = await service.send('POST', '/api/things', body)
  const retryAfterSeconds = Number(second.headers.get('retry-after'))
  expect(retryAfterSeconds > 50 && retryAfterSeconds <= 60).toBe(true)
  expect(await readError(second)).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE'])
  sample.release()
  expect((await first).status).toBe(201)
})

test('processes a rejected request again, and releases its key for a corrected one', async () => {
  const session = { ...(await service.signIn()), 'idempotency-key': 'k1' }
  const send = (name: string) => service.send('POST', '/api/things', json({ name }, session))
  expect([(await send('taken')).status, (await send('taken')).status]).toEqual([409, 409])
  expect((await send('a')).status).toBe(201)
})

test('rejects a key that was used in another workspace', async () => {
  const send = async (workspaceId: string) => {
    const session = await service.signIn({ accountId: 'eve', workspaceId })
    const headers = { ...session, 'idempotency-key': 'k1' }
    return service.send('POST', '/api/things', json({ name: 'a' }, headers))
  }
  expect((await send('w1')).status).toBe(201)
  expect(await readError(await send('w2'))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  expect(sample.created).toEqual(['a'])
})

test('each account has its own keys', async () => {
  const send = async () => {
    const session = { ...(await service.signIn()), 'idempotency-key': 'k1' }
    return (await service.send('POST', '/api/things', json({ name: 'a' }, session))).json()
  }
  expect(await send()).not.toEqual(await send())
})

test('deletes the remembered requests of one account only', async () => {
  const send = async (session: Record<string, string>) => {
    const headers = { ...session, 'idempotency-key': 'k1' }
    return (await service.send('POST', '/api/things', json({ name: 'a' }, headers))).json()
  }
  const [ada, ben] = [await service.signIn({ accountId: 'ada' }), await service.signIn()]
  const [adaResponse, benResponse] = [await send(ada), await send(ben)]
  await service.idempotencyStore.removeAllOf('ada')
  expect(await send(ben)).toEqual(benResponse)
  expect(await send(ada)).not.toEqual(adaResponse)
})
