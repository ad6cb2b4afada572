/** Tests the client address behind a proxy, and what a browser is told on an https origin. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { realIpFrom } from '@inkproof/launcher/parts/nginx'
import { type Behind, startTestGateway } from '@inkproof/launcher/testing/gateway'
import { makeTestFolder, ROOT, removeTestFolder } from '@inkproof/launcher/testing/test-folder'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { send } from './request-table.ts'

const STRANGER = '203.0.113.9'

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

async function start(settings: Pick<Behind, 'trustedProxy' | 'publicOrigin'>): Promise<string> {
  const service = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`
  const gateway = await startTestGateway({
    ...{ ...settings, folder: join(folder, crypto.randomUUID()), log: join(folder, 'log') },
    www: join(folder, 'www'),
    services: { auth: service, documents: service, content: service },
  })
  stop = gateway.stop
  return gateway.origin
}

/** The client address that services see for a caller with this address and forwarded header. */
async function seenAs(origin: string, from: string, forwardedFor: string): Promise<string> {
  const asked = ['GET /api/v1/seen HTTP/1.1', 'Host: localhost', `X-Forwarded-For: ${forwardedFor}`]
  const seen = JSON.parse((await send(origin, asked, from)).body)
  expect(seen['x-real-ip']).toBe(seen['x-forwarded-for'])
  return seen['x-forwarded-for']
}

test('without the setting no forwarded address is trusted', async () => {
  const origin = await start({})
  expect(await seenAs(origin, '127.0.0.1', STRANGER)).toBe('127.0.0.1')
})

test('a trusted proxy’s forwarded address is used, and no other’s', async () => {
  const origin = await start({ trustedProxy: '127.0.0.1, 127.0.1.0/24' })
  expect(await seenAs(origin, '127.0.0.1', STRANGER)).toBe(STRANGER)
  expect(await seenAs(origin, '127.0.1.7', STRANGER)).toBe(STRANGER)
  expect(await seenAs(origin, '127.0.0.2', STRANGER)).toBe('127.0.0.2')
})

test('in a chain the last address that is not a trusted proxy counts, whatever a client sent before it', async () => {
  const origin = await start({ trustedProxy: '127.0.0.1 127.0.0.3' })
  expect(await seenAs(origin, '127.0.0.1', `198.51.100.1, ${STRANGER}`)).toBe(STRANGER)
  expect(await seenAs(origin, '127.0.0.1', `127.0.0.1, ${STRANGER}, 127.0.0.3`)).toBe(STRANGER)
})

test('people behind a trusted proxy do not share one rate limit', async () => {
  const origin = await start({ trustedProxy: '127.0.0.1' })
  const ask = (client: string) =>
    send(origin, ['GET /api/auth/me HTTP/1.1', 'Host: localhost', `X-Forwarded-For: ${client}`])
  const burst = await Promise.all(Array.from({ length: 120 }, (_, i) => ask(`198.51.100.${i}`)))
  expect(new Set(burst.map(({ status }) => status))).toEqual(new Set([200]))
  const alone = await Promise.all(Array.from({ length: 120 }, () => ask(STRANGER)))
  expect(alone.map(({ status }) => status)).toContain(429)
})

test.each([
  ['https://proof.example', 'max-age=31536000'],
  ['http://proof.example', undefined],
])('under %s every answer says of https: %s', async (publicOrigin, said) => {
  const origin = await start({ publicOrigin })
  for (const path of ['/', '/api/v1/seen', '/log/checkpoint', '/slices/none.js', '/slices.json']) {
    const { headers } = await send(origin, [`GET ${path} HTTP/1.1`, 'Host: localhost'])
    expect([path, headers['strict-transport-security']]).toEqual([path, said])
  }
})

test.each(['', '192.0.2.1', '192.0.2.1, 2001:db8::/32  10.0.0.0/8', ' ,, '])(
  'the image and the launcher generate the same directives for %j',
  (trustedProxy) => {
    const script = join(ROOT, 'gateway/16-trusted-proxy.envsh')
    const made = execFileSync('sh', ['-c', `. "${script}" && printf %s "$GATEWAY_REAL_IP"`], {
      env: { PATH: process.env['PATH'] ?? '', GATEWAY_TRUSTED_PROXY: trustedProxy },
    })
    expect(made.toString()).toBe(realIpFrom(trustedProxy))
  },
)
