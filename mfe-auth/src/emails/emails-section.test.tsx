/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import type { EmailSettings } from '@inkproof/protocol/emails'
import type { SentEmail } from '@inkproof/protocol/mail'
import { useToasts } from '@inkproof/slice'
import type { ReceivedRequest, TestResponse } from '@inkproof/slice/testing/serve'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { show, signInAs, startService, USER } from '../testing/page.tsx'
import { Component as EmailsSection } from './emails-section.tsx'

const TIMESTAMP = '2026-11-21T19:30:00.000Z'
const NEW_ADDRESS = 'ada.new@example.org'
const MAIL: SentEmail = {
  id: 'm1',
  subject: 'Confirm your e-mail address',
  to: 'ada@example.org',
  at: TIMESTAMP,
  state: 'sent',
  tries: 1,
  nextTryAt: null,
  sentAt: TIMESTAMP,
  answer: '250 Taken',
}
const CONFIRMED: EmailSettings = {
  email: 'ada@example.org',
  confirmed: true,
  confirmation: null,
  pending: null,
}
const PENDING: EmailSettings = {
  ...CONFIRMED,
  pending: { email: NEW_ADDRESS, expiresAt: TIMESTAMP, mail: { ...MAIL, to: NEW_ADDRESS } },
}

let stop: () => Promise<void>
afterEach(async () => {
  await stop()
  act(() => useToasts.setState({ toasts: [] }))
})

async function setup(
  settings: EmailSettings,
  respond: (request: ReceivedRequest) => TestResponse = () => ({ status: 204 }),
) {
  const service = await startService((request) =>
    request.method === 'GET' ? { body: settings } : respond(request),
  )
  stop = service.stop
  // A different user than in other test files, so that no cached settings are shown.
  signInAs({ ...USER, id: 'u-emails' })
  show(<EmailsSection />)
  return { ...service, user: userEvent.setup() }
}

const toastTitle = () => useToasts.getState().toasts[0]?.title

test('shows a confirmed address as confirmed and offers no confirmation link', async () => {
  await setup(CONFIRMED)
  expect(await screen.findByRole('heading', { name: 'ada@example.org' })).toBeTruthy()
  expect(screen.getByText('Confirmed')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /link/ })).toBeNull()
})

test('sends a confirmation link to an unconfirmed address, and offers to resend it', async () => {
  const { user, sentTo } = await setup({ ...CONFIRMED, confirmed: false }, () => ({
    status: 202,
    body: { ...CONFIRMED, confirmed: false, confirmation: MAIL },
  }))
  await user.click(await screen.findByRole('button', { name: 'Send confirmation link' }))
  await waitFor(() => expect(toastTitle()).toBe('A new link is on its way'))
  expect(sentTo('/api/auth/email/confirmation')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Resend confirmation link' })).toBeTruthy()
})

test('a new address stays pending until its link is opened', async () => {
  const { user, sentTo } = await setup(CONFIRMED, () => ({ status: 202, body: PENDING }))
  await user.type(await screen.findByLabelText(/^New e-mail address/), ` ${NEW_ADDRESS} `)
  await user.click(screen.getByRole('button', { name: 'Change address' }))
  await waitFor(() => expect(toastTitle()).toBe('One more step'))
  expect(sentTo('/api/auth/email').filter(Boolean)).toEqual([{ email: NEW_ADDRESS }])
  expect(screen.getByRole('heading', { name: 'ada@example.org' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Change address' })).toBeNull()
})

test('when a change is rejected, keeps the input and explains why', async () => {
  const { user } = await setup(CONFIRMED, () => ({ status: 409, body: 'Changed recently.' }))
  await user.type(await screen.findByLabelText(/^New e-mail address/), NEW_ADDRESS)
  await user.click(screen.getByRole('button', { name: 'Change address' }))
  expect((await screen.findByRole('alert')).textContent).toBe('409: Changed recently.')
  expect(screen.getByLabelText<HTMLInputElement>(/^New e-mail address/).value).toBe(NEW_ADDRESS)
})

test('a pending change can be cancelled', async () => {
  const { user, requests } = await setup(PENDING, () => ({ body: CONFIRMED }))
  await user.click(await screen.findByRole('button', { name: 'Cancel change' }))
  expect(await screen.findByRole('button', { name: 'Change address' })).toBeTruthy()
  const sent = requests.filter(({ method }) => method === 'DELETE')
  expect(sent.map(({ url }) => url)).toEqual(['/api/auth/email/pending'])
})

test('offers to add an e-mail address to an account without one', async () => {
  await setup({ ...CONFIRMED, email: null, confirmed: false })
  expect(await screen.findByRole('button', { name: 'Add address' })).toBeTruthy()
})

test('reports settings that cannot be loaded, and can retry', async () => {
  let isBroken = true
  const service = await startService(() =>
    isBroken ? { status: 503, body: 'No.' } : { body: CONFIRMED },
  )
  stop = service.stop
  signInAs({ ...USER, id: 'u-emails' })
  show(<EmailsSection />)
  expect(await screen.findByText('Your e-mail address could not be loaded')).toBeTruthy()
  isBroken = false
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Confirmed')).toBeTruthy()
})
