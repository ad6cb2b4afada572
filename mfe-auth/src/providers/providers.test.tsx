/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import type { AccountView } from '@inkproof/protocol/account'
import { useAuthDialog, useSession, useToasts } from '@inkproof/slice'
import type { ReceivedRequest, TestResponse } from '@inkproof/slice/testing/serve'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { usePendingSignIn } from '../sign-in/handle-sign-in-response.ts'
import { show, signInAs, startService, USER } from '../testing/page.tsx'
import { signInUrl } from './provider.api.ts'
import { ProviderButton } from './provider-button.tsx'
import { clearProviderReturn } from './provider-return.store.ts'
import { ProviderReturn } from './provider-return.tsx'
import { ProvidersSection } from './providers-section.tsx'
import { loadProviderReturn, useProviderReturn } from './use-provider-return.ts'

let stop: () => Promise<void>
afterEach(async () => {
  await stop()
  act(() => {
    clearProviderReturn()
    useToasts.setState({ toasts: [] })
    usePendingSignIn.setState({ pending: null })
  })
})

const SECOND_FACTOR = { id: 'p1', methods: ['app'], expiresAt: '2026-01-01T00:05:00.000Z' }

async function setup(
  respond: (request: ReceivedRequest) => TestResponse | Promise<TestResponse> = () => ({
    status: 204,
  }),
) {
  const service = await startService((request) =>
    request.url === '/api/auth/options'
      ? { body: { provider: { name: 'Example' } } }
      : respond(request),
  )
  stop = service.stop
  return { ...service, user: userEvent.setup() }
}

function ReturnPage({ load = loadProviderReturn }: { load?: typeof loadProviderReturn }) {
  useProviderReturn(load)
  return <ProviderReturn />
}

/** Renders the page as the provider's redirect opens it, with this fragment. */
function returnFromProvider(fragment: string, load = loadProviderReturn): void {
  history.replaceState(null, '', `/verify?tab=checks#${fragment}`)
  show(<ReturnPage load={load} />)
}

test('shows the button once the provider’s name is known', async () => {
  await setup()
  show(<ProviderButton />)
  expect(screen.queryByRole('button')).toBeNull()
  expect(await screen.findByRole('button', { name: 'Continue with Example' })).toBeTruthy()
})

test('asks the provider to return to the current page, without its fragment', async () => {
  await setup()
  history.replaceState(null, '', '/share/x?tab=checks#part')
  expect(signInUrl(location)).toBe('/api/auth/provider/start?returnTo=%2Fshare%2Fx%3Ftab%3Dchecks')
})

test('signs in with the returned code and removes it from the URL', async () => {
  const { sentTo } = await setup(() => ({ status: 201, body: { user: USER, token: 'fresh' } }))
  returnFromProvider('signed-in=abc-1_2')
  expect(await screen.findByText('Signing you in…')).toBeTruthy()
  expect(location.href).toMatch(/\/verify\?tab=checks$/)
  await waitFor(() => expect(useSession.getState().token).toBe('fresh'))
  expect(sentTo('/api/auth/provider/finish')).toEqual([{ code: 'abc-1_2' }])
  await waitFor(() => expect(useAuthDialog.getState().open).toBe(false))
})

test('reports a script that fails to load, and keeps the sign-in code for the reloaded page', async () => {
  const { sentTo } = await setup(() => ({ status: 201, body: { user: USER, token: 'fresh' } }))
  returnFromProvider('signed-in=abc', () => Promise.reject(new Error('Loading chunk 7 failed')))
  await waitFor(() =>
    expect(useToasts.getState().toasts[0]).toMatchObject({
      title: 'You are not signed in yet',
      action: { label: 'Reload the page' },
    }),
  )
  expect(location.hash).toBe('#signed-in=abc')
  show(<ReturnPage />)
  await waitFor(() => expect(sentTo('/api/auth/provider/finish')).toEqual([{ code: 'abc' }]))
  await waitFor(() => expect(location.hash).toBe(''))
})

test('passes a required second factor to the dialog', async () => {
  await setup(() => ({ status: 202, body: { secondFactor: SECOND_FACTOR } }))
  returnFromProvider('signed-in=abc')
  await waitFor(() => expect(usePendingSignIn.getState().pending).toEqual(SECOND_FACTOR))
  expect(useAuthDialog.getState().open).toBe(true)
})

test('shows an error in the open dialog with its status and message', async () => {
  await setup(() => ({ status: 409, body: 'An account exists. Sign in to it.' }))
  returnFromProvider('signed-in=abc')
  expect((await screen.findByRole('alert')).textContent).toBe(
    '409: An account exists. Sign in to it.',
  )
  expect(useAuthDialog.getState().open).toBe(true)
})

test.each([
  ['declined', /did not sign in at the provider/],
  ['expired', /took too long/],
  ['refused', /did not confirm who you are/],
  ['unavailable', /not responding right now/],
  ['anything', /did not confirm who you are/],
])('explains the failed sign-in: %s', async (reason, message) => {
  await setup()
  returnFromProvider(`sign-in-failed=${reason}`)
  expect((await screen.findByRole('alert')).textContent).toMatch(message)
  expect(useAuthDialog.getState().open).toBe(true)
})

test('a user who is already signed in stays signed in', async () => {
  const { requests } = await setup()
  signInAs()
  returnFromProvider('signed-in=abc')
  await waitFor(() => expect(location.hash).toBe(''))
  await act(async () => undefined)
  expect(requests.filter(({ url }) => url.startsWith('/api/auth/provider'))).toEqual([])
  expect(useSession.getState().user).toEqual(USER)
})

test('once the session is restored, links the account and reports success', async () => {
  const { requests } = await setup((request) =>
    request.url === '/api/auth/account' ? { body: account() } : { status: 204 },
  )
  useSession.setState({ status: 'loading', user: null, token: null }, true)
  returnFromProvider('provider-link=abc')
  await act(async () => undefined)
  expect(requests).toEqual([])
  signInAs()
  await waitFor(() => expect(useToasts.getState().toasts[0]?.title).toBe('Account linked'))
})

test('reports failed linking in a toast', async () => {
  await setup(() => ({ status: 409, body: 'Taken.' }))
  signInAs()
  returnFromProvider('provider-link=abc')
  await waitFor(() =>
    expect(useToasts.getState().toasts[0]).toMatchObject({
      title: 'Not linked',
      description: '409: Taken.',
    }),
  )
})

test('leaves a URL without provider parameters unchanged', async () => {
  const { requests } = await setup()
  returnFromProvider('change-email=abc')
  await act(async () => undefined)
  expect([location.hash, requests]).toEqual(['#change-email=abc', []])
})

test('the settings list linked accounts, and unlink one after confirmation', async () => {
  const { user, requests } = await setup((request) =>
    request.url === '/api/auth/account' ? { body: account() } : { status: 204 },
  )
  signInAs()
  show(<ProvidersSection account={account()} />)
  expect(screen.getByText(/ada@example\.org · Linked January 1, 2026/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /Unlink.*ada@example\.org/ }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Unlink Example?' })
  expect(requests.filter(({ method }) => method === 'DELETE')).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Unlink' }))
  await waitFor(() =>
    expect(requests).toContainEqual(
      expect.objectContaining({ method: 'DELETE', url: '/api/auth/providers/one' }),
    ),
  )
})

test('shows an error in the card, and keeps the linked account', async () => {
  const { user } = await setup(() => ({ status: 409, body: 'This is your only sign-in method.' }))
  signInAs()
  show(<ProvidersSection account={account()} />)
  await user.click(screen.getByRole('button', { name: /Unlink/ }))
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Unlink' }),
  )
  expect((await screen.findByRole('alert')).textContent).toBe(
    '409: This is your only sign-in method.',
  )
  expect(screen.getByText(/ada@example\.org · Linked/)).toBeTruthy()
})

function account(): AccountView {
  return {
    email: USER.email,
    emailConfirmed: true,
    firstName: 'Ada',
    lastName: 'Lovelace',
    profileImageUrl: null,
    hasPassword: true,
    wallets: [],
    passkeys: [],
    providers: [
      { id: 'one', name: 'Example', email: 'ada@example.org', addedAt: '2026-01-01T12:00:00.000Z' },
    ],
    appAddedAt: null,
    recoveryCodesLeft: 0,
    deleteAt: null,
    createdAt: '2026-01-01T00:00:00.000Z',
  }
}
