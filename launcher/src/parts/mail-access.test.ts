/** Access to the embedded mailbox by other users of the machine, who know neither its key nor its password. */
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { processesOfGroup, readProcFile } from '../testing/another-user.ts'
import {
  converse,
  POLLING,
  SOCKET,
  send,
  startMailbox,
  type TestMailbox,
  UPGRADE,
} from '../testing/mail.ts'
import { testContext } from '../testing/parts.ts'
import { mail } from './mail.ts'
import { startPart } from './start-part.ts'

let mailbox: TestMailbox

beforeAll(async () => {
  mailbox = await startMailbox()
})

afterAll(() => mailbox.stop())

test.each<[string, () => string]>([
  ['without the key', () => ''],
  ['with another key', () => `/${'a'.repeat(32)}`],
  ['with the first half of the key', () => mailbox.inbox.slice(0, -16)],
  ['with the key in another place', () => `/mailbox${mailbox.inbox}`],
])('refuses requests %s, for e-mails and for its web socket', async (_request, base) => {
  const { page } = mailbox
  for (const path of ['/email', '/config', '/healthz', '/email/1/html', POLLING]) {
    const response = await fetch(page.origin + base() + path)
    expect(response.status).toBe(403)
    expect(await response.text()).toMatch(/opens only with its link, .* in the file mailbox-link /)
  }
  expect(await send(page, { method: 'DELETE', path: `${base()}/email/all` })).toBe(403)
  const headers = { origin: page.origin, ...UPGRADE }
  expect(await send(page, { path: base() + SOCKET, headers })).toBe('closed')
})

test('explains at its address without the key how to open it, and refuses to be framed', async () => {
  const response = await fetch(mailbox.page)
  expect(response.status).toBe(403)
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  const text = await response.text()
  expect(text).toMatch(/Open the link that <code>npm start<\/code> printed/)
  expect(text).not.toContain(mailbox.inbox.slice(1))
})

test.each<[string, () => string | undefined, RegExp]>([
  ['refuses e-mails without its password', () => undefined, /^530 /],
  ['refuses e-mails with a wrong password', () => 'wrong', /^530 /],
  ['accepts e-mails with its password', password, /^250 /],
])('%s', async (_name, secret, expected) => {
  const value = secret()
  const credentials = Buffer.from(`\0inkproof\0${value}`).toString('base64')
  const replies = await converse(Number(new URL(mailbox.addresses['url'] ?? '').port), [
    'EHLO localhost',
    ...(value === undefined ? [] : [`AUTH PLAIN ${credentials}`]),
    'MAIL FROM:<ann@example.com>',
  ])
  expect(replies.at(-1)).toMatch(expected)
})

test('stores its link in a file that only its user can read, and keeps its key', async () => {
  const { addresses, folder, context } = mailbox
  const path = join(folder, 'mailbox-link')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readFileSync(path, 'utf8')).toBe(`${addresses['link']}\n`)
  const next = (await mail.prepare({ ...context, port: samePort })).addresses
  expect(next['link']).toBe(addresses['link'])
  expect(readFileSync(path, 'utf8')).toBe(`${next['link']}\n`)
  expect(new URL(next.url).password).not.toBe(password())
})

test('gets another key at another port, because another user could take the old one', async () => {
  const { addresses, folder, context, inbox } = mailbox
  const path = join(folder, 'mailbox-link')
  const stored = readFileSync(path, 'utf8')
  const link = new URL((await mail.prepare(context)).addresses['link'] ?? '')
  expect(readFileSync(path, 'utf8')).toBe(`${link}\n`)
  expect(link.port).not.toBe(new URL(addresses['link'] ?? '').port)
  expect(link.hash).toMatch(/^#[\w-]{32}$/)
  expect(link.hash).not.toBe(`#${inbox.slice(1)}`)
  writeFileSync(path, stored)
})

test.each(['mail', 'mail-page'])(
  'does not become ready, and sends its key to nobody, while another user listens on the port %s',
  async (taken) => {
    const folder = mkdtempSync(join(tmpdir(), 'inkproof-mail-'))
    const received: string[] = []
    const other = createServer((socket) => {
      socket.on('data', (data) => received.push(String(data))).on('error', () => undefined)
      socket.write('220 mail\r\n')
    })
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port: takenPort } = other.address() as AddressInfo
    const context = testContext(folder)
    const port = async (name: string) => (name === taken ? takenPort : context.port(name))
    const prepared = await mail.prepare({ ...context, print: () => undefined, port })
    const folders = { run: join(folder, 'run'), logs: join(folder, 'logs') }
    await expect(startPart('mail', prepared, folders)).rejects.toThrow(/EADDRINUSE/)
    expect(received).toEqual([])
    other.close()
    rmSync(folder, { recursive: true })
  },
)

test('shows its key and password neither in the arguments of its process nor in its log', () => {
  const [id = ''] = processesOfGroup(mailbox.pid())
  const log = readFileSync(join(mailbox.folder, 'logs/mail.log'), 'utf8')
  const command = readProcFile(id, 'cmdline')
  expect(command).toContain('mail-guard.mjs')
  expect(log).toContain('MailDev webapp running')
  for (const secret of [mailbox.inbox.slice(1), password()])
    expect(command + log).not.toContain(secret)
})

/** The ports of the running mailbox, as at a start after a stop. */
async function samePort(name: string): Promise<number> {
  const { url, page } = mailbox.addresses
  return Number(new URL((name === 'mail' ? url : page) ?? '').port)
}

function password(): string {
  return decodeURIComponent(new URL(mailbox.addresses['url'] ?? '').password)
}
