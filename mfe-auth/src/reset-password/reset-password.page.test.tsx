/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { signedIn, useAuthDialog, useSession } from '@inkproof/slice'
import type { ReceivedRequest, TestResponse } from '@inkproof/slice/testing/serve'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { getStoredLink } from '../links/stored-link.ts'
import { usePrefilledEmail } from '../sign-in/open-auth-for.ts'
import { CurrentPath, show, signInAs, startService, USER } from '../testing/page.tsx'
import { Component as ResetPassword } from './reset-password.page.tsx'

const NEW_PASSWORD = 'blotting paper and sand'
const VALID_LINK: TestResponse = {
  body: { email: 'ann@example.com', expiresAt: '2026-11-21T20:30:00.000Z' },
}
const CHECK = '/api/auth/reset-password/check'

let stop: () => Promise<void>
afterEach(() => stop())

async function setup(respond: (request: ReceivedRequest) => TestResponse, fragment = '#a-secret') {
  const service = await startService(respond)
  sessionStorage.clear()
  stop = service.stop
  history.replaceState(null, '', `/reset-password?from=mail${fragment}`)
  show(
    <>
      <ResetPassword />
      <CurrentPath />
    </>,
  )
  return { ...service, user: userEvent.setup() }
}

function rejection(status: number, code: string): TestResponse {
  return { status, body: 'Request a new one.', headers: { 'inkproof-error': code } }
}

async function choosePassword(
  user: ReturnType<typeof userEvent.setup>,
  password: string,
  confirmation = password,
) {
  await user.type(await screen.findByLabelText('New password'), password)
  await user.type(screen.getByLabelText('Confirm new password'), confirmation)
  await user.click(screen.getByRole('button', { name: 'Set new password' }))
}

test('checks a valid link, removes it from the URL immediately, and sets the password', async () => {
  const { user, sentTo } = await setup(({ url }) => (url === CHECK ? VALID_LINK : { status: 204 }))
  signInAs()
  expect(`${location.pathname}${location.search}${location.hash}`).toBe('/reset-password?from=mail')
  expect(await screen.findByText('ann@example.com')).toBeTruthy()
  await choosePassword(user, NEW_PASSWORD)
  expect(await screen.findByRole('heading', { name: 'Your password was changed' })).toBeTruthy()
  expect(getStoredLink()).toBeNull()
  expect(sentTo('/api/auth/reset-password')).toEqual([
    { token: 'a-secret', password: NEW_PASSWORD },
  ])
  await waitFor(() => expect(useSession.getState().status).toBe('signed-out'))
})

test('prefills the e-mail address when signing in with the new password', async () => {
  const { user } = await setup(({ url }) => (url === CHECK ? VALID_LINK : { status: 204 }))
  await choosePassword(user, NEW_PASSWORD)
  await user.click(await screen.findByRole('button', { name: 'Sign In' }))
  expect(usePrefilledEmail.getState().email).toBe('ann@example.com')
})

test('scrolls to the top and focuses the result', async () => {
  const { user } = await setup(({ url }) => (url === CHECK ? VALID_LINK : { status: 204 }))
  await screen.findByLabelText('New password')
  document.documentElement.scrollTop = 400
  await choosePassword(user, NEW_PASSWORD)
  const heading = await screen.findByRole('heading', { name: 'Your password was changed' })
  expect(document.documentElement.scrollTop).toBe(0)
  expect(document.activeElement?.contains(heading)).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
})

test('opens the dashboard after signing in with the new password', async () => {
  const { user } = await setup(({ url }) => (url === CHECK ? VALID_LINK : { status: 204 }))
  await choosePassword(user, NEW_PASSWORD)
  await user.click(await screen.findByRole('button', { name: 'Sign In' }))
  act(() => signedIn(USER, 'new'))
  expect(await screen.findByText('at /dashboard')).toBeTruthy()
})

test('does not ask a user who is already signed in to sign in again', async () => {
  const { user } = await setup(({ url }) => (url === CHECK ? VALID_LINK : { status: 204 }))
  await choosePassword(user, NEW_PASSWORD)
  await screen.findByRole('button', { name: 'Sign In' })
  act(() => signedIn(USER, 'new'))
  expect(screen.getByText(/You’re signed in here/)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Go to your dashboard' })
  expect(link.getAttribute('href')).toBe('/dashboard')
})

test('rejects mismatched passwords without sending a request', async () => {
  const { user, sentTo } = await setup(() => VALID_LINK)
  await choosePassword(user, NEW_PASSWORD, `${NEW_PASSWORD}!`)
  expect((await screen.findByRole('alert')).textContent).toBe('Passwords do not match')
  expect(sentTo('/api/auth/reset-password')).toEqual([])
})

test.each([
  ['LINK_USED', 410, 'This link has already been used'],
  ['LINK_EXPIRED', 410, 'This link has expired'],
  ['LINK_UNKNOWN', 404, 'This link is not valid'],
])('explains %s and offers a new link', async (code, status, title) => {
  const { user } = await setup(({ url }) =>
    url === CHECK ? rejection(status, code) : { body: { kind: 'off', calls: [] } },
  )
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Request a new link' }))
  expect(screen.getByRole('button', { name: 'Send Reset Link' })).toBeTruthy()
})

test('reports a link that was used while the form was being filled in', async () => {
  const { user } = await setup(({ url }) =>
    url === CHECK ? VALID_LINK : rejection(410, 'LINK_USED'),
  )
  await choosePassword(user, NEW_PASSWORD)
  expect(
    await screen.findByRole('heading', { name: 'This link has already been used' }),
  ).toBeTruthy()
})

test('allows a retry with the same link when the service is unreachable', async () => {
  let isUnreachable = true
  const { user } = await setup(() => (isUnreachable ? { status: 503, body: 'Later.' } : VALID_LINK))
  await screen.findByText('Later. Your link hasn’t been used; you can try again.')
  isUnreachable = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByLabelText('New password')).toBeTruthy()
})

test('without a link, shows the request form, whose Back to Sign In button opens the dialog', async () => {
  const { user } = await setup(() => ({ body: { kind: 'off', calls: [] } }), '')
  await user.click(screen.getByRole('button', { name: 'Back to Sign In' }))
  expect(useAuthDialog.getState()).toMatchObject({ open: true, mode: 'login' })
})
