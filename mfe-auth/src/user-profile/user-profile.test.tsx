/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { request, signedIn, useAuthDialog, useSession } from '@inkproof/slice'
import type { Answer } from '@inkproof/slice/testing/serve'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { ACCOUNT, show, signInAs, startService, USER, watchNothing } from '../testing/page.tsx'
// Loaded here, so that no test waits for it to be translated.
import '../factors/prove-dialog.tsx'
import { readLink } from './links.ts'
import { UserProfile } from './user-profile.tsx'

const SECTIONS = [{ id: 'password', title: 'Password', parts: [] }]

let stop: () => Promise<void>
afterEach(() => stop())

async function setup(answer: () => Answer | Promise<Answer> = () => ({ body: ACCOUNT })) {
  watchNothing()
  const service = await startService(({ url }) =>
    url === '/api/auth/account' ? answer() : { status: 204 },
  )
  stop = service.stop
  return { ...service, user: userEvent.setup() }
}

const list = () => screen.findByRole('navigation', { name: 'Settings' })

test('opened signed out, it opens the auth dialog and goes on after signing in', async () => {
  await setup()
  show(<UserProfile notices={[]} sections={SECTIONS} />)
  expect(useAuthDialog.getState()).toMatchObject({ open: true, mode: 'login' })
  signInAs()
  expect(await list()).toBeTruthy()
})

test('while the session is restored it asks nobody to sign in', async () => {
  await setup()
  act(() => useSession.setState({ status: 'loading', user: null, token: null }, true))
  show(<UserProfile notices={[]} sections={SECTIONS} />)
  expect(useAuthDialog.getState().open).toBe(false)
  expect(screen.getByRole('status', { name: 'Loading your settings' })).toBeTruthy()
})

test('who signs out on it is asked nothing', async () => {
  await setup()
  signInAs()
  show(<UserProfile notices={[]} sections={SECTIONS} />)
  await list()
  act(() => useSession.setState({ status: 'signed-out', user: null, token: null }, true))
  expect(useAuthDialog.getState().open).toBe(false)
  expect(screen.getByText('Sign in to see your settings')).toBeTruthy()
})

test('when the session ends under it, it opens the auth dialog and goes on after signing in', async () => {
  let hasEnded = false
  await setup(() => (hasEnded ? { status: 401 } : { body: ACCOUNT }))
  act(() => signedIn(USER, 'old'))
  show(<UserProfile notices={[]} sections={SECTIONS} />)
  await list()
  hasEnded = true
  await act(() => request('GET', '/api/auth/account').catch(() => undefined))
  expect(useAuthDialog.getState()).toMatchObject({ open: true, mode: 'login' })
  hasEnded = false
  act(() => signedIn(USER, 'new'))
  expect(await list()).toBeTruthy()
  expect(useAuthDialog.getState().open).toBe(false)
})

test('an account that does not come is said, and asked for again', async () => {
  let isBroken = true
  const { user } = await setup(() => (isBroken ? { status: 503, body: 'No.' } : { body: ACCOUNT }))
  signInAs()
  show(<UserProfile notices={[]} sections={SECTIONS} />)
  const again = await screen.findByRole('button', { name: 'Try again' })
  isBroken = false
  await user.click(again)
  expect(await list()).toBeTruthy()
})

test('the account of the person before is never shown to the next one', async () => {
  let answer: (_: Answer) => void = () => undefined
  let isFirst = true
  const { sentTo } = await setup(() => {
    if (!isFirst) return new Promise((resolve) => (answer = resolve))
    isFirst = false
    return { body: ACCOUNT }
  })
  signInAs()
  show(<UserProfile notices={[]} sections={SECTIONS} />)
  await list()
  signInAs({ ...USER, id: 'u2' })
  expect(screen.getByRole('status', { name: 'Loading your settings' })).toBeTruthy()
  await waitFor(() => expect(sentTo('/api/auth/account')).toHaveLength(2))
  answer({ body: ACCOUNT })
  expect(await list()).toBeTruthy()
})

test('opened by a mailed link, signed out, it shows that and asks nobody to sign in', async () => {
  await setup()
  history.replaceState(null, '', '/user-profile#invitation=s3cret')
  show(<UserProfile notices={[]} sections={SECTIONS} />)
  await waitFor(() => expect(location.hash).toBe(''))
  expect(useAuthDialog.getState().open).toBe(false)
})

test.each(['#password', '#confirm-email=', '#toString=x', '#nothing-known=x', ''])(
  'the fragment %s is no mailed link',
  async (fragment) => {
    await setup()
    expect(readLink(fragment)).toBeNull()
  },
)

test('a link that is opened over the settings, and put aside, begins at the top each time', async () => {
  const { user } = await setup(() => ({ body: ACCOUNT }))
  signInAs()
  show(
    <main>
      <UserProfile notices={[]} sections={SECTIONS} />
    </main>,
  )
  await list()
  document.documentElement.scrollTop = 900
  act(() => {
    location.hash = `#confirm-email=${'A'.repeat(43)}`
  })
  const heading = await screen.findByRole('heading', { level: 1, name: 'A link from an e-mail' })
  expect([document.activeElement, document.documentElement.scrollTop]).toEqual([heading, 0])
  await user.click(await screen.findByRole('button', { name: 'Not now' }))
  const settings = await screen.findByRole('heading', { level: 1, name: 'User profile' })
  expect(document.activeElement).toBe(settings)
})
