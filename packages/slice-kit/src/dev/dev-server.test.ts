/** Responses of the development server and of the server of release checks to requests that do not come from this machine's own pages. */
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { PublishedSlice } from '@inkproof/slice/describe'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { startCheckServer } from '../release/check-server.ts'
import type { LiveSite } from '../release/live-site.ts'
import { type DevServer, startDevServer } from './dev-server.ts'

const SLICE = {
  package: 'mfe-a',
  id: 'a',
  version: '1',
  paths: ['/a'],
} as unknown as PublishedSlice
const SITE: LiveSite = {
  page: async () => '<title>page</title>',
  registry: async () => ({ schema: 1, site: {}, slices: [] }),
  provided: async () => null,
  file: async () => Buffer.from('file'),
}

let gateway: Server
let dev: DevServer
let checkServer: { origin: string; stop(): Promise<void> }

beforeAll(async () => {
  gateway = createServer((_, response) => response.end('from the gateway')).listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  dev = await startDevServer(`http://127.0.0.1:${(gateway.address() as AddressInfo).port}`, 0)
  checkServer = await startCheckServer(SITE, SLICE)
})
afterAll(async () => {
  await dev.stop()
  await checkServer.stop()
  gateway.close()
})

describe.each([
  ['the development server', () => dev.origin],
  ['the server of release checks', () => checkServer.origin],
])('%s', (_, origin) => {
  test.each(['localhost', '127.0.0.1', '[::1]'])('answers the host name %s', async (name) => {
    expect((await get('/', `${name}:${port()}`)).status).toBe(200)
  })

  test.each(['/', '/@dev/client.js', '/@dev/events', '/slices.json', '/static/x.js'])(
    'refuses other host names at %s',
    async (address) => {
      for (const host of [`attacker.example:${port()}`, 'localhost', `localhost:${port()}.example`])
        expect((await get(address, host)).status).toBe(421)
    },
  )

  test('refuses a malformed address, and continues', async () => {
    expect((await get('//', `localhost:${port()}`)).status).toBe(400)
    expect((await get('/', `localhost:${port()}`)).status).toBe(200)
  })

  function port(): string {
    return new URL(origin()).port
  }

  async function get(address: string, host: string) {
    const options = { host: '127.0.0.1', port: port(), path: address, headers: { host } }
    const sent = request({ ...options, agent: false }).end()
    const [response] = await once(sent, 'response')
    if (response.statusCode !== 200) await text(response)
    response.destroy()
    return { status: response.statusCode as number }
  }
})

test('a build removes the error of an earlier build from the open pages', async () => {
  dev.show({ title: 'mfe-a does not build', text: 'error' })
  expect(await currentState()).toContain('does not build')
  dev.use({ slice: SLICE, files: new Map() })
  expect(await currentState()).toContain('"problem":null')
})

/** Returns the first event that a page gets. */
async function currentState(): Promise<string> {
  const { body } = await fetch(`${dev.origin}/@dev/events`)
  if (body === null) throw new Error('no events')
  for await (const chunk of body) return Buffer.from(chunk).toString('utf8')
  throw new Error('no events')
}
