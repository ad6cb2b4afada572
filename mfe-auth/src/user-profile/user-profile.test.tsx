/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { request, signedIn, useAuthDialog, useSession } from '@inkproof/slice'
import type { TestResponse } from '@inkproof/slice/testing/serve'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import {
  ACCOUNT,
  mockIntersectionObserver,
  show,
  signInAs,
  startService,
  USER,
} from '../testing/page.tsx'
// Imported here, so that no test waits for it to be compiled.
import '../factors/reauthentication-dialog.tsx'
import { readLink } from './links.ts'
import { UserProfile } from './user-profile.tsx'

const SECTIONS = [{ id: 'password', title: 'Password', parts: [] }]

let stop: () => Promise<void>
afterEach(() => stop())

async function setup(
  respond: () => TestResponse | Promise<TestResponse> = () => ({ body: ACCOUNT }),
) {
  mockIntersectionObserver()
  const service = await startService(({ url }) =>
    url === '/api/auth/account' ? respond() : { status: 204 },
  )
  stop = service.stop
  return { ...service, user: userEvent.setup() }
}

const findSettingsNav = () => screen.findByRole('navigation', { name: 'Settings' })

test('when signed out, opens the auth dialog and continues after signing in', async () => {
  await setup()
  show(<UserProfile notices={[]} sections={SECTIONS} />)
  expect(useAuthDialog.getState()).toMatchObject({ open: true, mode: 'login' })
  signInAs()
  expect(await findSettingsNav()).toBeTruthy()
})

test('does not ask to sign in while the session is being restored', async () => {
  await setup()
  act(() => useSession.setState({ status: 'loading', user: null, token: null }, true))
  show(<UserProfile notices={[]} sections={SECTIONS} />)
  expect(useAuthDialog.getState().open).toBe(false)
  expect(screen.getByRole('status', { name: 'Loading your settings' })).toBeTruthy()
})

test('does not ask to sign in after signing out on the page', async () => {
  await setup()
  signInAs()
  show(<UserProfile notices={[]} sections={SECTIONS} />)
  await findSettingsNav()
  act(() => useSession.setState({ status: 'signed-out', user: null, token: null }, true))
  expect(useAuthDialog.getState().open).toBe(false)
  expect(screen.getByText('Sign in to see your settings')).toBeTruthy()
})

test('when the session ends, opens the auth dialog and continues after signing in', async () => {
  let hasEnded = false
  await setup(() => (hasEnded ? { status: 401 } : { body: ACCOUNT }))
  act(() => signedIn(USER, 'old'))
  show(<UserProfile notices={[]} sections={SECTIONS} />)
  await findSettingsNav()
  hasEnded = true
  await act(() => request('GET', '/api/auth/account').catch(() => undefined))
  expect(useAuthDialog.getState()).toMatchObject({ open: true, mode: 'login' })
  hasEnded = false
  act(() => signedIn(USER, 'new'))
  expect(await findSettingsNav()).toBeTruthy()
  expect(useAuthDialog.getState().open).toBe(false)
})

test('reports an account that fails to load, and can retry', async () => {
  let isBroken = true
  const { user } = await setup(() => (isBroken ? { status: 503, body: 'No.' } : { body: ACCOUNT }))
  signInAs()
  show(<UserProfile notices={[]} sections={SECTIONS} />)
  const retryButton = await screen.findByRole('button', { name: 'Try again' })
  isBroken = false
  await user.click(retryButton)
  expect(await findSettingsNav()).toBeTruthy()
})

test('never shows one user’s account to the next', async () => {
  let respond: (_: TestResponse) => void = () => undefined
  let isFirst = true
  const { sentTo } = await setup(() => {
    if (!isFirst) return new Promise((resolve) => (respond = resolve))
    isFirst = false
    return { body: ACCOUNT }
  })
  signInAs()
  show(<UserProfile notices={[]} sections={SECTIONS} />)
  await findSettingsNav()
  signInAs({ ...USER, id: 'u2' })
  expect(screen.getByRole('status', { name: 'Loading your settings' })).toBeTruthy()
  await waitFor(() => expect(sentTo('/api/auth/account')).toHaveLength(2))
  respond({ body: ACCOUNT })
  expect(await findSettingsNav()).toBeTruthy()
})

test('shows a mailed link when signed out, without asking to sign in', async () => {
  await setup()
  history.replaceState(null, '', '/user-profile#invitation=s3cret')
  show(<UserProfile notices={[]} sections={SECTIONS} />)
  await waitFor(() => expect(location.hash).toBe(''))
  expect(useAuthDialog.getState().open).toBe(false)
})

test.each(['#password', '#confirm-email=', '#toString=x', '#nothing-known=x', ''])(
  'does not treat the fragment %s as a mailed link',
  async (fragment) => {
    await setup()
    expect(readLink(fragment)).toBeNull()
  },
)

test('a mailed link is shown above the settings and can be dismissed, also by opening the settings again', async () => {
  const { user } = await setup(() => ({ body: ACCOUNT }))
  signInAs()
  show(
    <main>
      <UserProfile notices={[]} sections={SECTIONS} />
    </main>,
  )
  await findSettingsNav()
  document.documentElement.scrollTop = 900
  act(() => {
    location.hash = `#confirm-email=${'A'.repeat(43)}`
  })
  await screen.findByRole('region', { name: 'Link from your e-mail' })
  const heading = screen.getByRole('heading', { level: 1, name: 'User profile' })
  expect([document.activeElement, document.documentElement.scrollTop]).toEqual([heading, 0])
  expect(await findSettingsNav()).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Not now' }))
  expect(screen.queryByRole('region', { name: 'Link from your e-mail' })).toBeNull()
  expect(await findSettingsNav()).toBeTruthy()
})
