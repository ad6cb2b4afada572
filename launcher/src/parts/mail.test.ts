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
  const prepared = await mail.prepare({ ...testContext(folder), say: () => undefined })
  const folders = { run: join(folder, 'run'), logs: join(folder, 'logs') }
  await startPart('mail', prepared, folders, (process) => running.push(process))
  page = new URL(prepared.addresses['page'] ?? '')
})

afterAll(async () => {
  await Promise.all(running.map((process) => process.stop()))
  rmSync(folder, { recursive: true })
})

test.each<[string, () => Record<string, string>]>([
  ['no page at all', () => ({})],
  ['the mailbox itself', () => ({ origin: page.origin })],
  ['the mailbox under its other name', () => other()],
])('answers %s', async (_who, headers) => {
  expect(await ask('GET', '/email', headers())).toBe(200)
})

test.each<[string, () => Record<string, string>]>([
  ['another web site', () => ({ origin: 'https://elsewhere.example' })],
  ['a page without an origin', () => ({ origin: 'null' })],
  ['another program on this machine', () => ({ origin: 'http://127.0.0.1:1' })],
  ['a name that only resolves to this machine', () => ({ host: `elsewhere.example:${page.port}` })],
])('refuses %s, for mails and for its web socket', async (_who, headers) => {
  expect(await ask('GET', '/email', headers())).toBe(403)
  expect(await ask('DELETE', '/email/all', headers())).toBe(403)
  expect(await ask('GET', '/socket.io/?EIO=4&transport=polling', headers())).toBe(403)
  expect(await ask('GET', SOCKET, { ...headers(), ...UPGRADE })).toBe('closed')
})

test('opens its web socket to its own page', async () => {
  expect(await ask('GET', SOCKET, { origin: page.origin, ...UPGRADE })).toBe(101)
})

const SOCKET = '/socket.io/?EIO=4&transport=websocket'
const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

function other(): Record<string, string> {
  return { host: `localhost:${page.port}`, origin: `http://localhost:${page.port}` }
}

/** Uses node:http, because fetch does not allow setting Host or Upgrade. */
function ask(
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<number | 'closed'> {
  const { hostname, port } = page
  return new Promise((resolve) => {
    const call = request({ method, path, hostname, port, headers, agent: false })
    call.on('response', (answer) =>
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0)),
    )
    call.on('upgrade', (answer, socket) => {
      socket.destroy()
      resolve(answer.statusCode ?? 0)
    })
    call.on('error', () => resolve('closed'))
    call.end()
  })
}
