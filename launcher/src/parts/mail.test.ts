/** Which sites can use the embedded mailbox in the browser of its user, who knows its key. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { POLLING, SOCKET, send, startMailbox, type TestMailbox, UPGRADE } from '../testing/mail.ts'

let mailbox: TestMailbox

beforeAll(async () => {
  mailbox = await startMailbox()
})

afterAll(() => mailbox.stop())

test.each<[string, () => Record<string, string>]>([
  ['outside any page', () => ({})],
  ['from the mailbox itself', () => ({ origin: mailbox.page.origin })],
])('accepts requests %s', async (_sender, headers) => {
  expect(await sendTo('/email', headers())).toBe(200)
})

test.each<[string, () => Record<string, string>]>([
  ['from another web site', () => ({ origin: 'https://elsewhere.example' })],
  ['from a page without an origin', () => ({ origin: 'null' })],
  ['under the name localhost, where another user can listen on [::1]', () => localhostHeaders()],
  ['from a page of another server on this machine', () => ({ origin: 'http://127.0.0.1:1' })],
  [
    'to a name that merely resolves to this machine',
    () => ({ host: `elsewhere.example:${mailbox.page.port}` }),
  ],
])('refuses requests %s, for e-mails and for its web socket', async (_sender, headers) => {
  expect(await send(mailbox.page, { path: '/', headers: headers() })).toBe(403)
  for (const path of ['/', '/email', POLLING]) expect(await sendTo(path, headers())).toBe(403)
  expect(await sendTo('/email/all', headers(), 'DELETE')).toBe(403)
  expect(await sendTo(SOCKET, { ...headers(), ...UPGRADE })).toBe('closed')
})

test('opens the web socket for its own page', async () => {
  expect(await sendTo(SOCKET, { origin: mailbox.page.origin, ...UPGRADE })).toBe(101)
})

test('does not send its path to other sites as a referrer', async () => {
  const response = await fetch(`${mailbox.addresses['mailbox']}/`)
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
})

/** Sends a request with the key. */
function sendTo(path: string, headers: Record<string, string>, method = 'GET') {
  return send(mailbox.page, { method, path: mailbox.inbox + path, headers })
}

function localhostHeaders(): Record<string, string> {
  const { port } = mailbox.page
  return { host: `localhost:${port}`, origin: `http://localhost:${port}` }
}
