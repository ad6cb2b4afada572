/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import type { AccountView } from '@inkproof/protocol/account'
import { RequestError, request, signOut, useSession } from '@inkproof/slice'
import type { ReceivedRequest, TestResponse } from '@inkproof/slice/testing/serve'
import { afterEach, expect, test } from '@jest/globals'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { withReauthentication } from '../reauthentication/with-reauthentication.ts'
import { ACCOUNT, show, signInAs, startService, USER } from '../testing/page.tsx'
import { Component as AuthenticatorAppSection } from './authenticator-app-section.tsx'
import { Component as PasskeysSection } from './passkeys-section.tsx'
import { ReauthenticationDialog } from './reauthentication-dialog.tsx'
import { getReauthenticationMethods } from './reauthentication-methods.ts'
import { Component as RemovePassword } from './remove-password.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'

let stop: () => Promise<void> = async () => undefined
afterEach(() => stop())

const TIMESTAMP = '2026-11-01T10:00:00.000Z'
const WALLET = { address: '0x52908400098527886E0F7030069857D2E4169EE7', addedAt: TIMESTAMP }
const PASSKEY = { id: 'p1', name: 'Key ring', addedAt: TIMESTAMP, usedAt: null }
const PENDING = { id: 's1', methods: ['app', 'recovery', 'passkey'] as const, expiresAt: TIMESTAMP }
const rejected = (status: number, code: string): TestResponse => ({
  status,
  body: 'No.',
  headers: { 'inkproof-error': code },
})

async function setup(respond: (received: ReceivedRequest) => TestResponse | Promise<TestResponse>) {
  const service = await startService(respond)
  stop = service.stop
  return { ...service, user: userEvent.setup() }
}

function showSecondFactorForm(onBack: () => void = () => undefined) {
  show(<SecondFactorForm pending={{ ...PENDING, methods: [...PENDING.methods] }} onBack={onBack} />)
}

const getButton = (name: string | RegExp) => screen.getByRole('button', { name })

test('the second step sends the code and signs in', async () => {
  const { user, sentTo } = await setup(() => ({ body: { user: USER, token: 'fresh' } }))
  showSecondFactorForm()
  expect(screen.getByLabelText('Code').getAttribute('autocomplete')).toBe('one-time-code')
  await user.type(screen.getByLabelText('Code'), '123 456')
  await user.click(getButton('Confirm'))
  await waitFor(() => expect(useSession.getState().status).toBe('signed-in'))
  expect(sentTo('/api/auth/login/second-factor')).toEqual([{ id: 's1', code: '123 456' }])
})

test('sends a recovery code if the user chooses that method', async () => {
  const { user, sentTo } = await setup(() => ({ body: { user: USER, token: 'fresh' } }))
  showSecondFactorForm()
  await user.click(getButton('Use a recovery code'))
  await user.type(screen.getByLabelText('Recovery code'), ' 7k3m-0qxr-94td ')
  await user.click(getButton('Confirm'))
  await waitFor(() => expect(useSession.getState().status).toBe('signed-in'))
  expect(sentTo('/api/auth/login/second-factor')).toEqual([
    { id: 's1', recoveryCode: '7k3m-0qxr-94td' },
  ])
})

test('reports an incorrect code, which can be corrected', async () => {
  const { user } = await setup(() => rejected(403, 'CODE_WRONG'))
  showSecondFactorForm()
  await user.type(screen.getByLabelText('Code'), '000000')
  await user.click(getButton('Confirm'))
  expect(await screen.findByText('403: No.')).toBeTruthy()
  expect(screen.getByLabelText('Code')).toBeTruthy()
})

test('offers only to start again when the sign-in has expired', async () => {
  const { user } = await setup(() => rejected(401, 'SIGN_IN_EXPIRED'))
  let hasGoneBack = false
  showSecondFactorForm(() => {
    hasGoneBack = true
  })
  await user.type(screen.getByLabelText('Code'), '000000')
  await user.click(getButton('Confirm'))
  await user.click(await screen.findByRole('button', { name: 'Sign in again' }))
  expect(screen.queryByLabelText('Code')).toBeNull()
  expect(hasGoneBack).toBe(true)
})

test('offers no passkey in a browser without passkey support', async () => {
  await setup(() => ({ status: 204 }))
  showSecondFactorForm()
  expect(screen.queryByRole('button', { name: /passkey/i })).toBeNull()
})

test.each<[string, Partial<AccountView>, string[]]>([
  ['a password', {}, ['password']],
  ['a wallet', { hasPassword: false, wallets: [WALLET] }, ['wallet']],
  ['a passkey first', { passkeys: [PASSKEY] }, ['passkey', 'password']],
  [
    'no password with an authenticator app',
    { appAddedAt: TIMESTAMP, recoveryCodesLeft: 2 },
    ['app', 'recovery'],
  ],
  ['no recovery code if none is left', { appAddedAt: TIMESTAMP, wallets: [WALLET] }, ['app']],
  ['nothing if the only sign-in method is a provider', { hasPassword: false }, []],
])('methods offered to confirm the identity: %s', (_, changes, methods) => {
  expect(getReauthenticationMethods({ ...ACCOUNT, ...changes }, true)).toEqual(methods)
})

test('asks users to confirm their identity when an action requires it, then runs the action again', async () => {
  let isConfirmed = false
  const { user, sentTo } = await setup(({ url }) => {
    if (url === '/api/auth/account') return { body: ACCOUNT }
    if (url === '/api/auth/prove') {
      isConfirmed = true
      return { status: 204 }
    }
    return isConfirmed ? { status: 204 } : rejected(403, 'PROOF_NEEDED')
  })
  signInAs()
  show(<ReauthenticationDialog />)
  const result = withReauthentication(() => request('DELETE', '/api/auth/app'))
  await user.type(await screen.findByLabelText('Password'), 'correct horse')
  await user.click(getButton('Confirm'))
  expect((await result).status).toBe(204)
  expect(sentTo('/api/auth/prove')).toEqual([{ password: 'correct horse' }])
  expect(sentTo('/api/auth/app')).toHaveLength(2)
})

test('reports that nothing was changed when the confirmation dialog is closed', async () => {
  const { user, sentTo } = await setup(({ url }) =>
    url === '/api/auth/account' ? { body: ACCOUNT } : rejected(403, 'PROOF_NEEDED'),
  )
  signInAs()
  show(<ReauthenticationDialog />)
  const result = withReauthentication(() => request('DELETE', '/api/auth/app')).catch(
    (error) => error,
  )
  await screen.findByLabelText('Password')
  await user.keyboard('{Escape}')
  const error = await result
  expect(error).not.toBeInstanceOf(RequestError)
  expect(error.message).toMatch(/^Nothing was changed/)
  expect(sentTo('/api/auth/app')).toHaveLength(1)
})

/** Starts an action that requires users to confirm their identity, and leaves the dialog open. */
async function startUnconfirmedAction() {
  const service = await setup(({ url }) =>
    url === '/api/auth/account' ? { body: ACCOUNT } : rejected(403, 'PROOF_NEEDED'),
  )
  signInAs()
  show(<ReauthenticationDialog />)
  const result = withReauthentication(() => request('DELETE', '/api/auth/app')).catch(
    ({ message }) => message,
  )
  await screen.findByLabelText('Password')
  return { ...service, result }
}

test('signing out closes the confirmation dialog, which is not shown to the next user', async () => {
  const { result, sentTo } = await startUnconfirmedAction()
  await act(signOut)
  expect(await result).toMatch(/^Nothing was changed/)
  signInAs({ ...USER, id: 'u2' }, 'next')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sentTo('/api/auth/app')).toHaveLength(1)
})

test('leaving the page closes the confirmation dialog', async () => {
  const { result } = await startUnconfirmedAction()
  cleanup()
  expect(await result).toMatch(/^Nothing was changed/)
  show(<ReauthenticationDialog />)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('lists passkeys with their name and date, and explains why no passkey can be added', async () => {
  await setup(() => ({ status: 204 }))
  show(<PasskeysSection account={{ ...ACCOUNT, passkeys: [PASSKEY] }} />)
  expect(screen.getByText(/^Added November 1, 2026/)).toBeTruthy()
  expect(getButton('Remove Key ring')).toBeTruthy()
  expect(screen.getByText(/^Passkeys cannot be created here/)).toBeTruthy()
})

test('warns when few recovery codes are left, and otherwise shows their number', async () => {
  await setup(() => ({ status: 204 }))
  const app = { ...ACCOUNT, appAddedAt: TIMESTAMP }
  show(<AuthenticatorAppSection account={{ ...app, recoveryCodesLeft: 1 }} />)
  expect(screen.getByRole('alert').textContent).toMatch(/^Only 1 recovery code left/)
  show(<AuthenticatorAppSection account={{ ...app, recoveryCodesLeft: 9 }} />)
  expect(screen.getByText(/^9 of 10 recovery codes left/)).toBeTruthy()
})

test('offers to remove the password only if there is another sign-in method', async () => {
  await setup(() => ({ status: 204 }))
  show(<RemovePassword account={ACCOUNT} />)
  expect(screen.queryByRole('button')).toBeNull()
  show(<RemovePassword account={{ ...ACCOUNT, passkeys: [PASSKEY] }} />)
  expect(getButton('Remove password')).toBeTruthy()
})
