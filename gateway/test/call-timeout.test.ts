/** Tests how long the gateway waits for a service, with services that respond late. */
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { readCompose } from '@inkproof/launcher/compose/read-compose'
import { loadKeys } from '@inkproof/launcher/system/keys'
import { startTestGateway, type TestGateway } from '@inkproof/launcher/testing/gateway'
import { makeTestFolder, ROOT, removeTestFolder } from '@inkproof/launcher/testing/test-folder'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { send } from './request-table.ts'

const CALL_TIMEOUT_MS = 1_000
const RESPONSE_DELAY_MS = 2_000

let folder = ''
let late: Server
let gateway: TestGateway

beforeAll(async () => {
  folder = await makeTestFolder('call-timeout')
  late = createServer((request, response) => {
    request.resume()
    setTimeout(() => response.end('late'), RESPONSE_DELAY_MS)
  })
  await new Promise<void>((resolve) => late.listen(0, '127.0.0.1', resolve))
  const service = `http://127.0.0.1:${(late.address() as AddressInfo).port}`
  gateway = await startTestGateway({
    ...{ folder, www: folder, log: folder, callTimeout: `${CALL_TIMEOUT_MS}ms` },
    services: { auth: service, documents: service, signing: service, content: service },
  })
})

afterAll(async () => {
  await gateway.stop()
  late.closeAllConnections()
  await new Promise((resolve) => late.close(resolve))
  await removeTestFolder(folder)
})

test.concurrent.each([
  'GET /api/auth/me',
  'POST /api/auth/login',
  'GET /api/v1/log/heads',
  'POST /api/v1/certificates',
  'GET /api/v1/envelopesx',
  'GET /api/content/posts',
  'GET /api/health/auth',
  'GET /api/health/signing',
])('%s gets a 503 when the service does not respond in time', async (call) => {
  const startedMs = performance.now()
  const response = await send(gateway.origin, requestLines(call))
  const tookMs = performance.now() - startedMs
  expect(response).toMatchObject({
    status: 503,
    headers: { 'retry-after': expect.any(String) },
    body: expect.stringMatching(/^[A-Z][^\n]+\.\n$/),
  })
  expect(tookMs).toBeLessThan(RESPONSE_DELAY_MS)
})

test.concurrent.each([
  'GET /api/auth/export',
  'PUT /api/auth/profile/picture',
  'GET /api/auth/provider/callback',
  'POST /api/v1/certificates/bulk',
  'POST /api/v1/envelopes?id=a',
  'GET /api/v1/envelopes',
  'GET /api/v1/envelopes/a/finished',
  'POST /api/v1/envelopes/a/start',
  'DELETE /api/v1/envelopes/a',
  'GET /api/v1/signing-authority/root.crl',
  'POST /api/v1/signing-links/a/finished',
  'GET /api/v1/log/events',
])('%s may take longer', async (call) => {
  const response = await send(gateway.origin, requestLines(call))
  expect([response.status, response.body]).toEqual([200, expect.stringContaining('late')])
})

test('waits five seconds unless another time is configured', async () => {
  const compose = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8')
  const { environment } = readCompose(compose, await loadKeys(folder)).get('gateway') ?? {}
  expect(environment?.['GATEWAY_CALL_TIMEOUT']).toBe('5s')
})

function requestLines(call: string): string[] {
  return [`${call} HTTP/1.1`, 'Host: localhost', 'Content-Length: 0']
}
