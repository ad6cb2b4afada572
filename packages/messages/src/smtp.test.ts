import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from '@jest/globals'
import { SMTPServer } from 'smtp-server'
import { createSmtpSender } from './smtp.ts'

const EMAIL = {
  to: 'ann@example.com',
  subject: 'A note',
  text: 'A note',
  html: '<p>A note</p>',
  messageId: '<note@localhost>',
  date: new Date(),
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
