/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import type { SentEmail } from '@inkproof/protocol/mail'
import type { TestResponse } from '@inkproof/slice/testing/serve'
import { afterEach, expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { show, signInAs, startService, USER } from '../testing/page.tsx'
import { Component as EmailTest } from './email-test.page.tsx'

const DUE: SentEmail = {
  id: 'u1.test-mail.x',
  subject: 'Test message from Inkproof',
  to: 'ada@example.org',
  at: '2026-11-21T19:30:00.000Z',
  state: 'due',
  tries: 0,
  nextTryAt: '2026-11-21T19:30:00.000Z',
  sentAt: null,
  answer: null,
}
const RETRIED = { ...DUE, tries: 1, answer: '450 Greylisted' }
const SENT: SentEmail = {
  ...DUE,
  state: 'sent',
  tries: 2,
  nextTryAt: null,
  sentAt: DUE.at,
  answer: '250 Taken as 42',
}
const REFUSED: SentEmail = {
  ...SENT,
  id: 'u1.test-mail.y',
  state: 'refused',
  sentAt: null,
  answer: '550 No such mailbox',
}

let stop: () => Promise<void>
afterEach(() => stop())

/** Each request for the e-mail returns the next of these responses; the last one repeats. */
async function setup(responses: SentEmail[], sentEmails: TestResponse = { body: { mails: [] } }) {
  const remaining = [...responses]
  const service = await startService(({ method, url }) => {
    if (url === '/api/auth/emails') return sentEmails
    return method === 'POST'
      ? { status: 202, body: DUE }
      : { body: remaining.length > 1 ? remaining.shift() : remaining[0] }
  })
  stop = service.stop
  signInAs()
  show(<EmailTest />)
  return userEvent.setup()
}

test('shows the delivery of a test message until the mail server accepts it', async () => {
  const user = await setup([RETRIED, SENT])
  await user.click(screen.getByRole('button', { name: 'Send test message' }))
  expect(await screen.findByText('Sending…')).toBeTruthy()
  expect(await screen.findByText(/^Not accepted after 1 attempt\. .* Details: 450/)).toBeTruthy()
  expect(
    await screen.findByText('Accepted after 2 attempts. Details: 250 Taken as 42'),
  ).toBeTruthy()
  expect(screen.getByText(/Check it and your spam folder/)).toBeTruthy()
})

test('shows why a message was rejected, and offers to send another one', async () => {
  const user = await setup([{ ...REFUSED, id: DUE.id }])
  await user.click(screen.getByRole('button', { name: 'Send test message' }))
  const rejection = /^Rejected after 2 attempts\. Details: 550 No such mailbox/
  expect(await screen.findByText(rejection)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send another' }).hasAttribute('disabled')).toBe(false)
})

test('lists recently sent e-mails with their delivery states', async () => {
  await setup([DUE], { body: { mails: [REFUSED, SENT] } })
  expect(await screen.findByText('Rejected')).toBeTruthy()
  expect(screen.getByText('Accepted by the server')).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})

test('reports that the sent e-mails cannot be loaded, and still offers to send a test message', async () => {
  await setup([DUE], { status: 503, body: 'Later.' })
  expect(await screen.findByText('Your e-mails could not be loaded')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send test message' })).toBeTruthy()
})

test('if the account has no e-mail address, links to the settings where one can be added', async () => {
  const service = await startService(() => ({ body: { mails: [] } }))
  stop = service.stop
  signInAs({ ...USER, email: null })
  show(<EmailTest />)
  const link = screen.getByRole('link', { name: 'Add e-mail address' })
  expect(link.getAttribute('href')).toBe('/user-profile#email')
})
