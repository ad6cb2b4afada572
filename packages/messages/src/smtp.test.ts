import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from '@jest/globals'
import { SMTPServer } from 'smtp-server'
import { createSmtpSender } from './smtp.ts'
import { startSmtpServer } from './testing/smtp-server.ts'

const EMAIL = {
  to: 'ann@example.com',
  subject: 'A note',
  text: 'A note',
  html: '<p>A note</p>',
  messageId: '<note@localhost>',
  date: new Date(),
  logo: null,
  replyTo: null,
}

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** Starts a server without TLS that requires a password. Returns its address and the passwords it received. */
async function setup() {
  const passwords: unknown[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) => {
      passwords.push(password)
      if (password === 'right') done(null, { user: username })
      else done(new Error('wrong password'))
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  stops.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { address: `127.0.0.1:${port}`, passwords }
}

const send = (url: string) => createSmtpSender(url, 'no-reply@localhost')(EMAIL)

test('does not send a password to a server without TLS', async () => {
  const { address, passwords } = await setup()
  expect(await send(`smtp://ann:right@${address}`)).toMatchObject({ kind: 'refused' })
  expect(passwords).toEqual([])
})

test('sends a password to a server without TLS if the URL allows it', async () => {
  const { address, passwords } = await setup()
  expect(await send(`smtp://ann:right@${address}?requireTLS=false`)).toMatchObject({ kind: 'sent' })
  expect(passwords).toEqual(['right'])
})

test('tries again later if the password is wrong', async () => {
  const { address } = await setup()
  expect(await send(`smtp://ann:wrong@${address}?requireTLS=false`)).toEqual({
    kind: 'later',
    answer: 'sign-in-rejected',
  })
})

test('a logo is an inline part of the e-mail, beside the HTML version; without one, there are the two versions only', async () => {
  const server = await startSmtpServer()
  stops.push(() => server.close())
  const sendEmail = createSmtpSender(server.url, 'no-reply@localhost')
  const png = Buffer.from('the logo')
  await sendEmail({ ...EMAIL, logo: { png, width: 480, height: 100 } })
  await sendEmail(EMAIL)
  const [withLogo = '', without = ''] = server.received.map(({ raw }) => raw)
  const types = (raw: string) =>
    [...raw.matchAll(/^Content-Type: ([^;\s]+)/gm)].map(([, type]) => type)
  expect(types(withLogo)).toEqual([
    ...['multipart/alternative', 'text/plain', 'multipart/related', 'text/html', 'image/png'],
  ])
  const [, part = ''] = withLogo.split('Content-Type: image/png')
  expect(part).toMatch(/^Content-ID: <logo>\r$/m)
  expect(part).toMatch(/^Content-Disposition: inline; filename=logo\.png\r$/m)
  expect(part).toContain(png.toString('base64'))
  expect(types(without)).toEqual(['multipart/alternative', 'text/plain', 'text/html'])
})

test('line breaks in a subject add no header', async () => {
  const server = await startSmtpServer()
  stops.push(() => server.close())
  const subject = 'A note\r\nBcc: spy@evil.example'
  await createSmtpSender(server.url, 'no-reply@localhost')({ ...EMAIL, subject })
  const [{ raw = '' } = {}] = server.received
  expect(raw).toMatch(/^Subject: A note\s+Bcc: spy@evil\.example\r$/m)
  expect(raw).not.toMatch(/^Bcc:/im)
})
