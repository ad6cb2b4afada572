/** Tests the client address behind a proxy, and HSTS on an https origin. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { realIpDirectives } from '@inkproof/launcher/parts/nginx'
import { startTestGateway, type TestGatewayOptions } from '@inkproof/launcher/testing/gateway'
import { makeTestFolder, ROOT, removeTestFolder } from '@inkproof/launcher/testing/test-folder'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { send } from './request-table.ts'

const CLIENT = '203.0.113.9'
/** The service responds to requests of this path only after `release`. */
const HELD_PATH = '/api/v1/held'

let folder = ''
let echo: Server
let release = () => {}
const released = new Promise<void>((resolve) => {
  release = resolve
})
let stop: (() => Promise<void>) | undefined
beforeAll(async () => {
  folder = await makeTestFolder('gateway-proxy')
  for (const [path, text] of [
    ['www/shell/index.html', '<!doctype html>'],
    ['log/checkpoint', 'checkpoint'],
  ] as const) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  echo = createServer(async (request, response) => {
    response.setHeader('strict-transport-security', 'max-age=1')
    if (request.url === HELD_PATH) await released
    response.end(JSON.stringify(request.headers))
  })
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  await stop?.()
  stop = undefined
})
afterAll(async () => {
  await new Promise((resolve) => echo.close(resolve))
  await removeTestFolder(folder)
})

async function start(
  settings: Pick<TestGatewayOptions, 'trustedProxy' | 'publicOrigin' | 'rate'>,
): Promise<string> {
  const service = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`
  const gateway = await startTestGateway({
    ...{ ...settings, folder: join(folder, crypto.randomUUID()), log: join(folder, 'log') },
    www: join(folder, 'www'),
    services: { auth: service, documents: service, content: service },
  })
  stop = gateway.stop
  return gateway.origin
}

/** Returns the client address that services receive for a connection from `from` with this X-Forwarded-For. */
async function observeClientAddress(
  origin: string,
  from: string,
  forwardedFor: string,
): Promise<string> {
  const request = [
    'GET /api/v1/seen HTTP/1.1',
    'Host: localhost',
    `X-Forwarded-For: ${forwardedFor}`,
  ]
  const received = JSON.parse((await send(origin, request, from)).body)
  expect(received['x-real-ip']).toBe(received['x-forwarded-for'])
  return received['x-forwarded-for']
}

test('ignores forwarded addresses if no proxy is trusted', async () => {
  const origin = await start({})
  expect(await observeClientAddress(origin, '127.0.0.1', CLIENT)).toBe('127.0.0.1')
})

test('uses the forwarded address of a trusted proxy only', async () => {
  const origin = await start({ trustedProxy: '127.0.0.1, 127.0.1.0/24' })
  expect(await observeClientAddress(origin, '127.0.0.1', CLIENT)).toBe(CLIENT)
  expect(await observeClientAddress(origin, '127.0.1.7', CLIENT)).toBe(CLIENT)
  expect(await observeClientAddress(origin, '127.0.0.2', CLIENT)).toBe('127.0.0.2')
})

test('uses the last forwarded address that is not a trusted proxy, and ignores addresses before it', async () => {
  const origin = await start({ trustedProxy: '127.0.0.1 127.0.0.3' })
  expect(await observeClientAddress(origin, '127.0.0.1', `198.51.100.1, ${CLIENT}`)).toBe(CLIENT)
  expect(await observeClientAddress(origin, '127.0.0.1', `127.0.0.1, ${CLIENT}, 127.0.0.3`)).toBe(
    CLIENT,
  )
})

const CONNECTIONS = 256

/** A path of each zone, and more requests than its burst. */
const ZONES = [
  ['/api/auth/me', 120],
  ['/api/v1/seen', 480],
] as const

type Clients = (index: number) => string

const sendFrom = (origin: string, path: string, client: string) =>
  send(origin, [`GET ${path} HTTP/1.1`, 'Host: localhost', `X-Forwarded-For: ${client}`])

const sendAll = (origin: string, path: string, clients: string[]) =>
  clients.map((client) => sendFrom(origin, path, client))

/** Sends requests, fewer at a time than one client may have connections. Returns the statuses that occur. */
async function observeStatuses(path: string, count: number, client: Clients): Promise<Set<number>> {
  const origin = await start({ trustedProxy: '127.0.0.1', rate: '1r/s' })
  const clients = Array.from({ length: count }, (_, index) => client(index + 1))
  const statuses = new Set<number>()
  while (clients.length > 0) {
    const batch = clients.splice(0, CONNECTIONS / 2)
    for (const { status } of await Promise.all(sendAll(origin, path, batch))) statuses.add(status)
  }
  return statuses
}

const hex = (index: number) => index.toString(16)
const ipv4 = (index: number) => `198.51.${index >> 8}.${index & 255}`

describe.each(ZONES)('at %s, of %i requests', (path, count) => {
  test.each<[string, Clients]>([
    ['one IPv4 address', () => CLIENT],
    ['one IPv4 address in both forms', (index) => (index % 2 ? CLIENT : `::ffff:${CLIENT}`)],
    ['one IPv6 /64', (index) => `2001:db8:1:2:${hex(index)}:a0a::${hex(index)}`],
    ['the IPv6 /64 of zeros', (index) => `::${hex(index)}:0:0:0`],
    ['an IPv6 /64 of newlines', (index) => `a0a:a0a:a0a:a0a::${hex(index)}`],
  ])('limits those from %s together', async (_, client) => {
    expect(await observeStatuses(path, count, client)).toEqual(new Set([200, 429]))
  })

  test.each<[string, Clients]>([
    ['IPv4 addresses', ipv4],
    ['IPv4 addresses in IPv6 form', (index) => `::ffff:${ipv4(index)}`],
    ['IPv6 /64s', (index) => `2001:db8:1:${hex(index)}::1`],
    ['IPv6 /64s that end with a newline', (index) => `2001:db8:${hex(index)}:a0a::1`],
  ])('limits those from different %s separately', async (_, client) => {
    expect(await observeStatuses(path, count, client)).toEqual(new Set([200]))
  })
})

test('limits concurrent requests from one IPv6 /64 together', async () => {
  const origin = await start({ trustedProxy: '127.0.0.1' })
  const clients = Array.from({ length: CONNECTIONS + 1 }, (_, index) => `2001:db8::${hex(index)}`)
  const responses = sendAll(origin, HELD_PATH, clients)
  expect((await Promise.race(responses)).status).toBe(429)
  release()
  const statuses = (await Promise.all(responses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(CONNECTIONS)
})

test.each([
  ['https://proof.example', 'max-age=31536000'],
  ['http://proof.example', undefined],
])(
  'with PUBLIC_ORIGIN=%s every response has Strict-Transport-Security: %s',
  async (publicOrigin, expected) => {
    const origin = await start({ publicOrigin })
    for (const path of [
      '/',
      '/api/v1/seen',
      '/log/checkpoint',
      '/slices/none.js',
      '/slices.json',
    ]) {
      const { headers } = await send(origin, [`GET ${path} HTTP/1.1`, 'Host: localhost'])
      expect([path, headers['strict-transport-security']]).toEqual([path, expected])
    }
  },
)

test.each(['', '192.0.2.1', '192.0.2.1, 2001:db8::/32  10.0.0.0/8', ' ,, '])(
  'generates the same directives in the image and the launcher for %j',
  (trustedProxy) => {
    const script = join(ROOT, 'gateway/16-trusted-proxy.envsh')
    const directives = execFileSync('sh', ['-c', `. "${script}" && printf %s "$GATEWAY_REAL_IP"`], {
      env: { PATH: process.env['PATH'] ?? '', GATEWAY_TRUSTED_PROXY: trustedProxy },
    })
    expect(directives.toString()).toBe(realIpDirectives(trustedProxy))
  },
)
