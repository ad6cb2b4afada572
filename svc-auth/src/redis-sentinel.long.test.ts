import { until } from '@inkproof/service-kit/testing/fixture'
import {
  FAILOVER_TIMEOUT_MS,
  type RedisSentinels,
  startSentinels,
} from '@inkproof/service-kit/testing/redis-processes'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { waitForEmail } from './testing/mailbox.ts'
import { person, startAuth, type TestAuth } from './testing/start.ts'

let servers: RedisSentinels
let auth: TestAuth

beforeAll(async () => {
  servers = await startSentinels()
  auth = await startAuth({ env: { ...servers.env, STORE_TIMEOUT_FACTOR: '1' } })
})

afterAll(async () => {
  await auth.stop()
  await servers.remove()
})

test('after the master is killed, sign-in, open sessions and e-mails work again with the replica', async () => {
  const credentials = person()
  const token = (await auth.register(credentials)).body().token
  await servers.master.client.wait(1, 10_000)
  await servers.master.kill()
  const statuses = new Set<number>()
  const login = async () => {
    const response = await auth.send('POST', '/api/auth/login', credentials)
    statuses.add(response.status)
    return response
  }
  await until(async () => (await login()).status === 200, FAILOVER_TIMEOUT_MS)
  expect([...statuses].sort()).toEqual([200, 503])
  // A busy machine can exceed the time limit of a response from Redis again, so these calls are waited for, too.
  await until(async () => (await auth.send('GET', '/api/auth/me', undefined, token)).status === 200)
  const { email } = credentials
  const forgot = () => auth.send('POST', '/api/auth/forgot-password', { email })
  await until(async () => (await forgot()).status === 204)
  await waitForEmail(email, /password/i)
  expect((await auth.health()).status).toBe(200)
})
