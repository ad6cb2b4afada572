import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Supervised } from '../process/supervise.ts'
import { testContext } from '../testing/parts.ts'
import { mail } from './mail.ts'
import { startPart } from './start-part.ts'

let page: URL
let folder: string
const running: Supervised[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'inkproof-mail-'))
  const prepared = await mail.prepare({ ...testContext(folder), print: () => undefined })
  const folders = { run: join(folder, 'run'), logs: join(folder, 'logs') }
  await startPart('mail', prepared, folders, (process) => running.push(process))
  page = new URL(prepared.addresses['page'] ?? '')
})

afterAll(async () => {
  await Promise.all(running.map((process) => process.stop()))
  rmSync(folder, { recursive: true })
})

test.each<[string, () => Record<string, string>]>([
  ['outside any page', () => ({})],
  ['from the mailbox itself', () => ({ origin: page.origin })],
  ['from the mailbox under the name localhost', () => localhostHeaders()],
])('accepts requests %s', async (_sender, headers) => {
  expect(await send('GET', '/email', headers())).toBe(200)
})

test.each<[string, () => Record<string, string>]>([
  ['from another web site', () => ({ origin: 'https://elsewhere.example' })],
  ['from a page without an origin', () => ({ origin: 'null' })],
  ['from a page of another server on this machine', () => ({ origin: 'http://127.0.0.1:1' })],
  [
    'to a name that merely resolves to this machine',
    () => ({ host: `elsewhere.example:${page.port}` }),
  ],
])('refuses requests %s, for e-mails and for its web socket', async (_sender, headers) => {
  expect(await send('GET', '/email', headers())).toBe(403)
  expect(await send('DELETE', '/email/all', headers())).toBe(403)
  expect(await send('GET', '/socket.io/?EIO=4&transport=polling', headers())).toBe(403)
  expect(await send('GET', SOCKET, { ...headers(), ...UPGRADE })).toBe('closed')
})

test('opens the web socket for its own page', async () => {
  expect(await send('GET', SOCKET, { origin: page.origin, ...UPGRADE })).toBe(101)
})

const SOCKET = '/socket.io/?EIO=4&transport=websocket'
const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

function localhostHeaders(): Record<string, string> {
  return { host: `localhost:${page.port}`, origin: `http://localhost:${page.port}` }
}

/** Uses node:http, because fetch does not allow setting Host or Upgrade. */
function send(
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<number | 'closed'> {
  const { hostname, port } = page
  return new Promise((resolve) => {
    const outgoing = request({ method, path, hostname, port, headers, agent: false })
    outgoing.on('response', (response) =>
      response.resume().on('end', () => resolve(response.statusCode ?? 0)),
    )
    outgoing.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response.statusCode ?? 0)
    })
    outgoing.on('error', () => resolve('closed'))
    outgoing.end()
  })
}
