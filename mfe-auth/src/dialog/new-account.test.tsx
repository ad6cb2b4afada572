/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import type { User } from '@inkproof/protocol/auth'
import { setHost, useSession, useToasts } from '@inkproof/slice'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { show, startService, USER } from '../testing/page.tsx'
import { CreateAccountForm } from './create-account-form.tsx'

/** Sets the URL of the page; provided by the test environment (browser-env.mjs). */
declare function visit(url: string): void

const MAILBOX = 'http://localhost:8080/mailbox/'
const NEW_USER: User = { ...USER, email: 'ada@example.org', emailConfirmed: false }
const PASSKEY_OPTIONS = {
  challenge: 'AAAA',
  rp: { name: 'Inkproof' },
  user: { id: 'AAAA', name: 'ada', displayName: 'Ada' },
  pubKeyCredParams: [],
}

let stop: () => Promise<void>
beforeEach(() => {
  setHost({ site: { mailbox: MAILBOX }, loadFill: async () => null })
  installPasskeys()
})
afterEach(async () => {
  for (const name of ['isSecureContext', 'PublicKeyCredential'])
    Reflect.deleteProperty(globalThis, name)
  setHost({ site: {}, loadFill: async () => null })
  await stop()
  act(() => useToasts.setState({ toasts: [] }))
})

/** Replaces the passkey API of the browser, which jsdom lacks. */
function installPasskeys() {
  const bytes = new ArrayBuffer(1)
  const credential = {
    id: 'p1',
    rawId: bytes,
    type: 'public-key',
    response: { attestationObject: bytes, clientDataJSON: bytes },
    getClientExtensionResults: () => ({}),
  }
  Object.assign(globalThis, { isSecureContext: true, PublicKeyCredential: Object })
  Object.assign(navigator, { credentials: { create: async () => credential } })
}

/** Renders the form with a service that responds with this user. */
async function setup(user: User) {
  const service = await startService(({ url }) => {
    if (url === '/api/auth/captcha') return { body: { kind: 'off', calls: [] } }
    if (url.endsWith('/options')) return { body: PASSKEY_OPTIONS }
    return { status: 201, body: { user, token: 'fresh' } }
  })
  stop = service.stop
  // Browsers create no passkeys for IP addresses.
  visit(location.href.replace('127.0.0.1', 'localhost'))
  show(<CreateAccountForm email="" onWallet={() => undefined} onSignIn={() => undefined} />)
  return { ...service, user: userEvent.setup() }
}

const getButton = (name: string) => screen.getByRole('button', { name })
const waitForSignIn = () => waitFor(() => expect(useSession.getState().status).toBe('signed-in'))
const CONFIRMATION_TOAST = {
  title: 'Your account is ready',
  description:
    'We sent a confirmation link to ada@example.org. You can certify documents before you confirm.',
  variant: 'success',
  action: { label: 'Open the test mailbox', run: expect.any(Function) },
}

test('after sign-up, announces the confirmation e-mail and links to the mailbox', async () => {
  const { user } = await setup(NEW_USER)
  await user.type(screen.getByLabelText('Email'), 'ada@example.org')
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  await user.type(screen.getByLabelText('Confirm Password'), 'correct horse')
  await user.click(getButton('Create Account'))
  await waitForSignIn()
  expect(useToasts.getState().toasts).toEqual([expect.objectContaining(CONFIRMATION_TOAST)])
})

test('also announces the confirmation e-mail after a sign-up with a passkey and an e-mail address', async () => {
  const { user } = await setup(NEW_USER)
  await user.type(screen.getByLabelText('Email'), 'ada@example.org')
  await user.click(getButton('Sign up with a passkey'))
  await waitForSignIn()
  expect(useToasts.getState().toasts).toEqual([expect.objectContaining(CONFIRMATION_TOAST)])
})

test('announces no e-mail after a sign-up without an e-mail address', async () => {
  const { user } = await setup({ ...NEW_USER, email: null })
  await user.click(getButton('Sign up with a passkey'))
  await waitForSignIn()
  expect(useToasts.getState().toasts).toEqual([])
})
