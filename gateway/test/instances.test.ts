/** Tests to which instance of a service the gateway sends a call again, with an instance that fails. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startTestGateway, type TestGateway } from '@inkproof/launcher/testing/gateway'
import { makeTestFolder, removeTestFolder } from '@inkproof/launcher/testing/test-folder'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { send } from './request-table.ts'

const ATTEMPTS = 6
const KEY = 'Idempotency-Key: 1'

type Fault = 'closes the connection' | 'responds with 503' | 'does not respond'

let folder = ''
let servers: Server[] = []
let gateway: TestGateway
let received: string[] = []
let fault: Fault = 'closes the connection'

beforeAll(async () => {
  folder = await makeTestFolder('instances')
  servers = await Promise.all([listen(failing), listen(healthy)])
  // Nothing listens on the discard port.
  const stopped = 'http://127.0.0.1:9'
  const urls = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const services = {
    auth: urls,
    documents: urls,
    signing: urls,
    content: [stopped, ...urls.slice(1)],
  }
  const callTimeout = '500ms'
  gateway = await startTestGateway({ folder, www: folder, log: folder, services, callTimeout })
})

beforeEach(() => {
  received = []
})

afterAll(async () => {
  await gateway.stop()
  for (const server of servers) server.close().closeAllConnections()
  await removeTestFolder(folder)
})

test.each([
  ['closes the connection', 'GET /api/auth/me'],
  ['responds with 503', 'GET /api/auth/me'],
  ['does not respond', 'GET /api/auth/me'],
  ['closes the connection', 'POST /api/auth/workspaces', KEY],
  ['responds with 503', 'POST /api/v1/certificates', KEY],
  ['responds with 503', 'POST /api/v1/envelopes/a/start', KEY],
  ['does not respond', 'POST /api/v1/certificates', KEY],
  ['closes the connection', 'DELETE /api/auth/passkeys/a:b', KEY],
] as const)('when an instance %s, %s is sent to another (%s)', async (kind, call, ...headers) => {
  fault = kind
  expect(await statuses(call, headers)).toEqual(Array(ATTEMPTS).fill(200))
  expect(received).toContain('failing')
})

test.each(['GET /api/content/posts', 'POST /api/content/search'])(
  'when an instance is stopped, %s is sent to another',
  async (call) => {
    expect(await statuses(call)).toEqual(Array(ATTEMPTS).fill(200))
  },
)

test.each([
  ['closes the connection', 'POST /api/auth/login'],
  ['responds with 503', 'PATCH /api/auth/profile'],
  ['closes the connection', 'PUT /api/auth/profile/picture'],
  ['responds with 503', 'DELETE /api/auth/passkeys/a:b'],
  ['does not respond', 'POST /api/auth/login'],
] as const)('when an instance %s, %s without a key is sent only once', async (kind, call) => {
  fault = kind
  expect(await statuses(call)).toContain(503)
  expect(received).toHaveLength(ATTEMPTS)
})

test('a failed write gets the same error page as other calls', async () => {
  fault = 'closes the connection'
  const lines = ['DELETE /api/auth/passkeys/1 HTTP/1.1', 'Host: localhost']
  const responses = await Promise.all(
    Array.from({ length: ATTEMPTS }, () => send(gateway.origin, lines)),
  )
  const failed = responses.find(({ status }) => status !== 200)
  expect(failed).toMatchObject({ status: 503, body: expect.stringMatching(/^[A-Z][^\n]+\.\n$/) })
})

async function statuses(call: string, headers: readonly string[] = []): Promise<number[]> {
  const lines = [`${call} HTTP/1.1`, 'Host: localhost', 'Content-Length: 0', ...headers]
  const seen: number[] = []
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1)
    seen.push((await send(gateway.origin, lines)).status)
  return seen
}

function failing(...[request, response]: Parameters<RequestListener>): void {
  received.push('failing')
  if (fault === 'closes the connection') request.destroy()
  else if (fault === 'responds with 503') response.writeHead(503).end()
}

function healthy(...[, response]: Parameters<RequestListener>): void {
  received.push('healthy')
  response.end('{}')
}

async function listen(handle: RequestListener): Promise<Server> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
