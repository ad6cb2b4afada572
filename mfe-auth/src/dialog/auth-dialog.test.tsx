/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */

import { showSignInOptions } from '@inkproof/protocol/calls/providers'
import { closeAuth, openAuth, useSession } from '@inkproof/slice'
import type { ReceivedRequest, TestResponse } from '@inkproof/slice/testing/serve'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { act } from 'react'
import {
  CHALLENGE,
  installWorker,
  show,
  solveChallenge,
  startService,
  USER,
} from '../testing/page.tsx'
import { AuthDialog } from './auth-dialog.tsx'

let stop: () => Promise<void>
beforeEach(() => installWorker(solveChallenge))
afterEach(() => stop())

const CAPTCHA: TestResponse = {
  body: { kind: 'altcha', calls: ['login', 'forgot-password'], challenge: CHALLENGE },
}
const TOKEN = btoa(
  JSON.stringify({ challenge: CHALLENGE, solution: { counter: 5, derivedKey: 'ab' } }),
)
const SIGNED_IN: TestResponse = { body: { user: USER, token: 'fresh' } }

async function setup(
  respond: (request: ReceivedRequest) => TestResponse | Promise<TestResponse> = () => SIGNED_IN,
) {
  const service = await startService((request) => {
    if (request.url === showSignInOptions.path) return { body: { provider: null } }
    return request.url === '/api/auth/captcha' ? CAPTCHA : respond(request)
  })
  stop = service.stop
  show(<AuthDialog />)
  const dialogResult = { isSignedIn: undefined as boolean | undefined }
  act(() => void openAuth().then((isSignedIn) => Object.assign(dialogResult, { isSignedIn })))
  return { ...service, dialogResult, user: userEvent.setup() }
}

const button = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name })

async function fill(user: UserEvent, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields))
    await user.type(screen.getByLabelText(label), text)
}

const LOGIN = { Email: 'ada@example.org', Password: 'correct horse' }
const REGISTER = { ...LOGIN, 'Confirm Password': 'correct horse' }

test('the dialog shows the sign-in form again each time it opens', async () => {
  const { user } = await setup()
  await user.click(button('Sign up'))
  expect(screen.getByRole('dialog', { name: 'Create Account' })).toBeTruthy()
  act(() => closeAuth())
  act(() => void openAuth())
  expect(screen.getByRole('dialog', { name: 'Sign In' })).toBeTruthy()
})

test('shows the Create Account form when it is requested', async () => {
  await setup()
  act(() => closeAuth())
  act(() => void openAuth('register'))
  expect(screen.getByRole('dialog', { name: 'Create Account' })).toBeTruthy()
})

const HEADINGS = {
  register: { title: 'Create an account to certify lease.pdf', description: 'Free.' },
  login: { title: 'Sign in to certify lease.pdf', description: 'Free.' },
}

test('offers a newcomer to create an account for what they are about to do', async () => {
  localStorage.clear()
  const { user } = await setup()
  act(() => closeAuth())
  act(() => void openAuth('login', HEADINGS))
  expect(screen.getByRole('dialog', { name: HEADINGS.register.title })).toBeTruthy()
  expect(screen.queryByText(/Welcome back/)).toBeNull()
  await user.click(button('Sign in'))
  expect(screen.getByRole('dialog', { name: HEADINGS.login.title })).toBeTruthy()
})

test('asks someone who has signed in with this browser before to sign in', async () => {
  const { user } = await setup()
  await fill(user, LOGIN)
  await user.click(button('Sign In'))
  await waitFor(() => expect(useSession.getState().status).toBe('signed-in'))
  act(() => useSession.setState({ status: 'signed-out', user: null, token: null }, true))
  act(() => void openAuth('login', HEADINGS))
  expect(screen.getByRole('dialog', { name: HEADINGS.login.title })).toBeTruthy()
})

test('both forms order their fields and set the autocomplete attributes that password managers need', async () => {
  const { user } = await setup()
  expect(autocompleteAttributes()).toEqual(['email:username webauthn', 'password:current-password'])
  await user.click(button('Sign up'))
  expect(autocompleteAttributes()).toEqual([
    'firstName:given-name',
    'lastName:family-name',
    'email:username',
    'password:new-password',
    'confirmPassword:new-password',
  ])
  expect(screen.getByPlaceholderText('Minimum 8 characters')).toBe(
    screen.getByLabelText('Password'),
  )
  expect(screen.getByText('CAPTCHA is temporarily disabled for testing')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('First Name'))
})

test('the sign-up form links to the terms and the privacy policy, which open in new tabs', async () => {
  const { user } = await setup()
  await user.click(button('Sign up'))
  const links = within(screen.getByRole('dialog')).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/terms', '/privacy'])
  expect(links.every((link) => link.getAttribute('target') === '_blank')).toBe(true)
})

test('signing in sends e-mail, password and CAPTCHA token, stores the response and closes the dialog', async () => {
  const { user, sentTo, dialogResult } = await setup()
  await fill(user, LOGIN)
  await user.click(button('Sign In'))
  await waitFor(() => expect(dialogResult.isSignedIn).toBe(true))
  expect(sentTo('/api/auth/login')).toEqual([
    { email: 'ada@example.org', password: 'correct horse', turnstileToken: TOKEN },
  ])
  expect(useSession.getState()).toMatchObject({ status: 'signed-in', token: 'fresh' })
  expect(localStorage.getItem('inkproof_token')).toBe('fresh')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the CAPTCHA starts with the first interaction with the form', async () => {
  const { user, requests } = await setup()
  expect(requests.filter(({ url }) => url !== showSignInOptions.path)).toEqual([])
  await user.type(screen.getByLabelText('Email'), 'a')
  expect(await screen.findByText('Verified')).toBeTruthy()
})

test('disables fields and button while the form is submitting, so a second click sends nothing', async () => {
  let release = (_: TestResponse) => {}
  const { user, sentTo } = await setup(() => new Promise((resolve) => (release = resolve)))
  await fill(user, LOGIN)
  await user.click(button('Sign In'))
  await waitFor(() => expect(sentTo('/api/auth/login')).toHaveLength(1))
  expect(button('Sign In').getAttribute('aria-busy')).toBe('true')
  const inputs = [
    screen.getByLabelText('Email'),
    screen.getByLabelText('Password'),
    button('Sign In'),
  ]
  expect(inputs.every((input) => input.hasAttribute('disabled'))).toBe(true)
  await user.click(button('Sign In'))
  release(SIGNED_IN)
  await waitFor(() => expect(useSession.getState().status).toBe('signed-in'))
  expect(sentTo('/api/auth/login')).toHaveLength(1)
})

test('shows a rejected sign-in above the fields, keeps the input, and clears the error on the next attempt', async () => {
  let attempts = 0
  const { user, sentTo } = await setup(() => {
    attempts += 1
    return attempts === 1 ? { status: 401, body: 'Incorrect password.' } : new Promise(() => {})
  })
  await fill(user, LOGIN)
  await user.click(button('Sign In'))
  const alert = await screen.findByText('401: Incorrect password.')
  expect(alert.closest('form')?.firstElementChild?.contains(alert)).toBe(true)
  expect(document.activeElement?.contains(alert)).toBe(true)
  expect((screen.getByLabelText('Password') as HTMLInputElement).value).toBe('correct horse')
  await user.click(button('Sign In'))
  await waitFor(() => expect(sentTo('/api/auth/login')).toHaveLength(2))
  expect(screen.queryByText('401: Incorrect password.')).toBeNull()
})

test('requests a new CAPTCHA token for each attempt, because tokens are single-use', async () => {
  const { user, requests } = await setup(() => ({ status: 401, body: 'No.' }))
  await fill(user, LOGIN)
  await user.click(button('Sign In'))
  await screen.findByText('401: No.')
  await user.click(button('Sign In'))
  await waitFor(() =>
    expect(requests.filter(({ url }) => url === '/api/auth/captcha')).toHaveLength(2),
  )
})

test('registration sends only names that are not blank, and the CAPTCHA placeholder', async () => {
  const { user, sentTo, dialogResult } = await setup(() => ({ ...SIGNED_IN, status: 201 }))
  await user.click(button('Sign up'))
  await fill(user, { ...REGISTER, 'First Name': 'Ada', 'Last Name': '  ' })
  await user.click(button('Create Account'))
  await waitFor(() => expect(dialogResult.isSignedIn).toBe(true))
  expect(sentTo('/api/auth/register')).toEqual([
    {
      email: 'ada@example.org',
      password: 'correct horse',
      firstName: 'Ada',
      turnstileToken: 'disabled-for-testing',
    },
  ])
})

test('registration omits empty names', async () => {
  const { user, sentTo } = await setup(() => ({ ...SIGNED_IN, status: 201 }))
  await user.click(button('Sign up'))
  await fill(user, { ...REGISTER, 'Last Name': '   ' })
  await user.click(button('Create Account'))
  await waitFor(() => expect(sentTo('/api/auth/register')).toHaveLength(1))
  const [body] = sentTo('/api/auth/register')
  expect(Object.keys(body).sort()).toEqual(['email', 'password', 'turnstileToken'])
})

test.each([
  [
    { Password: '1234567', 'Confirm Password': '1234567' },
    'Password must be at least 8 characters long',
  ],
  [{ Password: 'correct horse', 'Confirm Password': 'correct house' }, 'Passwords do not match'],
])('rejects the passwords %j without sending a request', async (passwords, message) => {
  const { user, sentTo } = await setup()
  await user.click(button('Sign up'))
  await fill(user, { Email: 'ada@example.org', ...passwords })
  await user.click(button('Create Account'))
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(sentTo('/api/auth/register')).toEqual([])
})

test('openAuth resolves to false when the dialog is closed without signing in', async () => {
  const { user, dialogResult } = await setup()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(dialogResult.isSignedIn).toBe(false))
})

function autocompleteAttributes(): string[] {
  const inputs = [...screen.getByRole('dialog').querySelectorAll('input')]
  return inputs.map(({ name, autocomplete }) => `${name}:${autocomplete}`)
}
