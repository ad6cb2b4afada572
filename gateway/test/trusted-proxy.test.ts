/** Tests the client address behind a proxy, and HSTS on an https origin. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { realIpDirectives } from '@inkproof/launcher/parts/nginx'
import { startTestGateway, type TestGatewayOptions } from '@inkproof/launcher/testing/gateway'
import { makeTestFolder, ROOT, removeTestFolder } from '@inkproof/launcher/testing/test-folder'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { send } from './request-table.ts'

const CLIENT = '203.0.113.9'

let folder = ''
let echo: Server
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
  echo = createServer((request, response) => {
    response.setHeader('strict-transport-security', 'max-age=1')
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
  settings: Pick<TestGatewayOptions, 'trustedProxy' | 'publicOrigin'>,
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

test('gives each client behind a trusted proxy its own rate limit', async () => {
  const origin = await start({ trustedProxy: '127.0.0.1' })
  const get = (client: string) =>
    send(origin, ['GET /api/auth/me HTTP/1.1', 'Host: localhost', `X-Forwarded-For: ${client}`])
  const burst = await Promise.all(
    Array.from({ length: 120 }, (_, index) => get(`198.51.100.${index}`)),
  )
  expect(new Set(burst.map(({ status }) => status))).toEqual(new Set([200]))
  const alone = await Promise.all(Array.from({ length: 120 }, () => get(CLIENT)))
  expect(alone.map(({ status }) => status)).toContain(429)
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
