import { randomUUID } from 'node:crypto'
import { sharedServiceUrl } from '@inkproof/service-kit/testing/fixture'
import { startTcpProxy, type TcpProxy } from '@inkproof/service-kit/testing/tcp-proxy'
import { startTickClock } from '@inkproof/service-kit/testing/tick-clock'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { certifyRequest, until } from './testing/client.ts'
import { type System, startSystem } from './testing/system.ts'

let mongoProxy: TcpProxy
let system: System
let token: string

beforeAll(async () => {
  const database = new URL(sharedServiceUrl('INKPROOF_TEST_MONGO_URL'))
  database.pathname = `/documents-${randomUUID()}`
  mongoProxy = await startTcpProxy(database)
  system = await startSystem({ MONGO_URL: mongoProxy.url, STORE_TIMEOUT_FACTOR: '1' })
  token = await system.installation.signIn()
})

afterAll(async () => {
  mongoProxy.resume()
  await system.stop()
  await mongoProxy.close()
})

/** Status and code of a response, and how long it took. */
async function timedRequest(method: string, path: string, body?: unknown) {
  const clock = startTickClock()
  const response = await system.client.request(method, path, body, token)
  const { code } = (await response.json()) as { code?: string }
  return { outcome: [response.status, code], durationMs: clock.stop() }
}

test('while MongoDB hangs, every read fails within 1.5 s; afterwards reads work again', async () => {
  const { fingerprint, id, shareLink } = await system.client.certify(
    token,
    certifyRequest({ findable: true }),
  )
  const reads: [string, string, unknown?][] = [
    ['POST', '/lookup', { fingerprint }],
    ['GET', `/certificates/${id}`],
    ['GET', '/certificates'],
    ['GET', `/shares/${shareLink}`],
    ['GET', '/log/heads'],
  ]
  mongoProxy.pause()
  // The first read waits for a response. It is repeated, because later reads wait for a connection or server selection.
  for (const [method, path, body] of [...reads, ...reads.slice(0, 1)]) {
    const { outcome, durationMs } = await timedRequest(method, path, body)
    expect(outcome).toEqual([503, 'UNAVAILABLE'])
    expect(durationMs).toBeLessThan(1_500)
  }
  mongoProxy.resume()
  await until(
    () => system.client.request('POST', '/lookup', { fingerprint }),
    ({ status }) => status === 200,
  )
})
