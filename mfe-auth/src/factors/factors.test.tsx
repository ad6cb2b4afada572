/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import type { AccountView } from '@inkproof/protocol/account'
import { RequestError, request, signOut, useSession } from '@inkproof/slice'
import type { Answer, ReceivedRequest } from '@inkproof/slice/testing/serve'
import { afterEach, expect, test } from '@jest/globals'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { withProof } from '../reauthentication/with-proof.ts'
import { ACCOUNT, show, signInAs, startService, USER } from '../testing/page.tsx'
import { Component as AppSection } from './app-section.tsx'
import { Component as PasskeysSection } from './passkeys-section.tsx'
import { ProveDialog } from './prove-dialog.tsx'
import { proveMethods } from './prove-methods.ts'
import { Component as RemovePassword } from './remove-password.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'

let stop: () => Promise<void> = async () => undefined
afterEach(() => stop())

const AT = '2026-11-01T10:00:00.000Z'
const WALLET = { address: '0x52908400098527886E0F7030069857D2E4169EE7', addedAt: AT }
const PASSKEY = { id: 'p1', name: 'Key ring', addedAt: AT, usedAt: null }
const PENDING = { id: 's1', methods: ['app', 'recovery', 'passkey'] as const, expiresAt: AT }
const refused = (status: number, code: string): Answer => ({
  status,
  body: 'No.',
  headers: { 'inkproof-error': code },
})

async function setup(answer: (received: ReceivedRequest) => Answer | Promise<Answer>) {
  const service = await startService(answer)
  stop = service.stop
  return { ...service, user: userEvent.setup() }
}

function ask(onBack: () => void = () => undefined) {
  show(<SecondFactorForm pending={{ ...PENDING, methods: [...PENDING.methods] }} onBack={onBack} />)
}

const click = (name: string | RegExp) => screen.getByRole('button', { name })

test('the second step sends the code and signs in', async () => {
  const { user, sentTo } = await setup(() => ({ body: { user: USER, token: 'fresh' } }))
  ask()
  expect(screen.getByLabelText('Code').getAttribute('autocomplete')).toBe('one-time-code')
  await user.type(screen.getByLabelText('Code'), '123 456')
  await user.click(click('Confirm'))
  await waitFor(() => expect(useSession.getState().status).toBe('signed-in'))
  expect(sentTo('/api/auth/login/second-factor')).toEqual([{ id: 's1', code: '123 456' }])
})

test('sends a recovery code instead if that was chosen', async () => {
  const { user, sentTo } = await setup(() => ({ body: { user: USER, token: 'fresh' } }))
  ask()
  await user.click(click('Use a recovery code'))
  await user.type(screen.getByLabelText('Recovery code'), ' 7k3m-0qxr-94td ')
  await user.click(click('Confirm'))
  await waitFor(() => expect(useSession.getState().status).toBe('signed-in'))
  expect(sentTo('/api/auth/login/second-factor')).toEqual([
    { id: 's1', recoveryCode: '7k3m-0qxr-94td' },
  ])
})

test('reports an incorrect code, which can be corrected', async () => {
  const { user } = await setup(() => refused(403, 'CODE_WRONG'))
  ask()
  await user.type(screen.getByLabelText('Code'), '000000')
  await user.click(click('Confirm'))
  expect(await screen.findByText('403: No.')).toBeTruthy()
  expect(screen.getByLabelText('Code')).toBeTruthy()
})

test('an expired sign-in only offers to start again', async () => {
  const { user } = await setup(() => refused(401, 'SIGN_IN_EXPIRED'))
  let isBack = false
  ask(() => {
    isBack = true
  })
  await user.type(screen.getByLabelText('Code'), '000000')
  await user.click(click('Confirm'))
  await user.click(await screen.findByRole('button', { name: 'Sign in again' }))
  expect(screen.queryByLabelText('Code')).toBeNull()
  expect(isBack).toBe(true)
})

test('offers no passkey in a browser without passkey support', async () => {
  await setup(() => ({ status: 204 }))
  ask()
  expect(screen.queryByRole('button', { name: /passkey/i })).toBeNull()
})

test.each<[string, Partial<AccountView>, string[]]>([
  ['a password', {}, ['password']],
  ['a wallet', { hasPassword: false, wallets: [WALLET] }, ['wallet']],
  ['a passkey first', { passkeys: [PASSKEY] }, ['passkey', 'password']],
  ['no password beside an app', { appAddedAt: AT, recoveryCodesLeft: 2 }, ['app', 'recovery']],
  ['no recovery code that is not there', { appAddedAt: AT, wallets: [WALLET] }, ['app']],
  ['nothing where only a provider opens the account', { hasPassword: false }, []],
])('methods offered to confirm the identity: %s', (_, has, methods) => {
  expect(proveMethods({ ...ACCOUNT, ...has }, true)).toEqual(methods)
})

test('an action that requires confirmation asks for it and then runs again', async () => {
  let isProved = false
  const { user, sentTo } = await setup(({ url }) => {
    if (url === '/api/auth/account') return { body: ACCOUNT }
    if (url === '/api/auth/prove') {
      isProved = true
      return { status: 204 }
    }
    return isProved ? { status: 204 } : refused(403, 'PROOF_NEEDED')
  })
  signInAs()
  show(<ProveDialog />)
  const done = withProof(() => request('DELETE', '/api/auth/app'))
  await user.type(await screen.findByLabelText('Password'), 'correct horse')
  await user.click(click('Confirm'))
  expect((await done).status).toBe(204)
  expect(sentTo('/api/auth/prove')).toEqual([{ password: 'correct horse' }])
  expect(sentTo('/api/auth/app')).toHaveLength(2)
})

test('closing the confirmation runs nothing and says so', async () => {
  const { user, sentTo } = await setup(({ url }) =>
    url === '/api/auth/account' ? { body: ACCOUNT } : refused(403, 'PROOF_NEEDED'),
  )
  signInAs()
  show(<ProveDialog />)
  const done = withProof(() => request('DELETE', '/api/auth/app')).catch((error) => error)
  await screen.findByLabelText('Password')
  await user.keyboard('{Escape}')
  const error = await done
  expect(error).not.toBeInstanceOf(RequestError)
  expect(error.message).toMatch(/^Nothing was changed/)
  expect(sentTo('/api/auth/app')).toHaveLength(1)
})

/** Begins something that needs a proof, and leaves the question open. */
async function beginUnproved() {
  const service = await setup(({ url }) =>
    url === '/api/auth/account' ? { body: ACCOUNT } : refused(403, 'PROOF_NEEDED'),
  )
  signInAs()
  show(<ProveDialog />)
  const ended = withProof(() => request('DELETE', '/api/auth/app')).catch(({ message }) => message)
  await screen.findByLabelText('Password')
  return { ...service, ended }
}

test('signing out closes the confirmation: the next person is not asked, and nothing runs for them', async () => {
  const { ended, sentTo } = await beginUnproved()
  await act(signOut)
  expect(await ended).toMatch(/^Nothing was changed/)
  signInAs({ ...USER, id: 'u2' }, 'next')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sentTo('/api/auth/app')).toHaveLength(1)
})

test('leaving the page closes the confirmation', async () => {
  const { ended } = await beginUnproved()
  cleanup()
  expect(await ended).toMatch(/^Nothing was changed/)
  show(<ProveDialog />)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('lists passkeys by name with their last use, or explains how to add one', async () => {
  await setup(() => ({ status: 204 }))
  show(<PasskeysSection account={{ ...ACCOUNT, passkeys: [PASSKEY] }} />)
  expect(screen.getByText(/^Added November 1, 2026/)).toBeTruthy()
  expect(click('Remove Key ring')).toBeTruthy()
  expect(screen.getByText(/^Passkeys cannot be created at this address/)).toBeTruthy()
})

test('warns when few recovery codes are left, and otherwise shows their number', async () => {
  await setup(() => ({ status: 204 }))
  const app = { ...ACCOUNT, appAddedAt: AT }
  show(<AppSection account={{ ...app, recoveryCodesLeft: 1 }} />)
  expect(screen.getByRole('alert').textContent).toMatch(/^Only 1 recovery code left/)
  show(<AppSection account={{ ...app, recoveryCodesLeft: 9 }} />)
  expect(screen.getByText(/^9 of 10 recovery codes left/)).toBeTruthy()
})

test('offers to remove the password only if there is another sign-in method', async () => {
  await setup(() => ({ status: 204 }))
  show(<RemovePassword account={ACCOUNT} />)
  expect(screen.queryByRole('button')).toBeNull()
  show(<RemovePassword account={{ ...ACCOUNT, passkeys: [PASSKEY] }} />)
  expect(click('Remove password')).toBeTruthy()
})
