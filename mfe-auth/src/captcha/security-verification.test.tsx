/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import type { CaptchaCall } from '@inkproof/protocol/captcha'
import type { TestResponse } from '@inkproof/slice/testing/serve'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { CHALLENGE, installWorker, show, solveChallenge, startService } from '../testing/page.tsx'
import {
  getCaptchaToken,
  resetCaptcha,
  startCaptcha,
  useCaptcha,
  useIsVerified,
} from './captcha.store.ts'
import { SecurityVerification } from './security-verification.tsx'

const CALLS = ['login', 'forgot-password']
const ALTCHA = { kind: 'altcha', calls: CALLS, challenge: CHALLENGE }

let stop: () => Promise<void>
beforeEach(() => installWorker(solveChallenge))
afterEach(async () => {
  jest.useRealTimers()
  await stop()
})

async function setup(
  respond: () => TestResponse | Promise<TestResponse> = () => ({
    body: ALTCHA,
  }),
  call: CaptchaCall = 'login',
) {
  const service = await startService(({ url }) =>
    url === '/api/auth/captcha' ? respond() : { status: 204 },
  )
  stop = service.stop
  show(
    <>
      <SecurityVerification purpose={call} />
      <SendButton call={call} />
    </>,
  )
  return { ...service, user: userEvent.setup() }
}

test('the verification can be started manually and shows its progress', async () => {
  installWorker((message) =>
    message === null ? [{ kind: 'loaded' }] : [{ kind: 'progress', progress: 0.5 }],
  )
  const { user } = await setup()
  await user.click(screen.getByRole('button', { name: 'Verify now' }))
  const bar = await screen.findByRole('progressbar', { name: 'Verifying…' })
  expect(bar.getAttribute('aria-valuenow')).toBe('50')
})

test('a solved challenge produces a token with the challenge and its solution', async () => {
  await setup()
  const token = await act(() => getCaptchaToken('login'))
  expect(JSON.parse(atob(token ?? ''))).toEqual({
    challenge: CHALLENGE,
    solution: { counter: 5, derivedKey: 'ab' },
  })
  expect(screen.getByText('Verified')).toBeTruthy()
})

test('reports an unavailable service and a failed solver, and allows a retry', async () => {
  let attempts = 0
  const { user } = await setup(() => {
    attempts += 1
    return attempts === 1 ? { status: 503, body: 'Unavailable.' } : { body: ALTCHA }
  })
  await act(() => getCaptchaToken('login').catch(() => undefined))
  expect(screen.getByRole('alert').textContent).toMatch(/could not be completed/)
  installWorker((message) =>
    message === null ? [{ kind: 'loaded' }] : [{ kind: 'failed', reason: 'no' }],
  )
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be completed/)
  installWorker(solveChallenge)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Verified')).toBeTruthy()
})

test('reports a verification that has not loaded after 10 s, but not earlier', async () => {
  await setup(() => new Promise(() => {}))
  jest.useFakeTimers()
  act(() => startCaptcha('login'))
  act(() => jest.advanceTimersByTime(9_900))
  expect(useCaptcha.getState().step).toBe('loading')
  act(() => jest.advanceTimersByTime(200))
  expect(screen.getByRole('alert').textContent).toMatch(/did not load within 10 seconds/)
})

test('clears the token when it expires', async () => {
  await setup()
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick'] })
  await act(() => getCaptchaToken('login'))
  act(() => jest.advanceTimersByTime(270_000))
  expect(useCaptcha.getState()).toEqual({ step: 'expired' })
  expect(screen.getByRole('alert').textContent).toBe('The verification has expired.')
})

test('shows nothing and requires no token when verification is turned off', async () => {
  await setup(() => ({ body: { kind: 'off', calls: [] } }))
  expect(await act(() => getCaptchaToken('login'))).toBeUndefined()
  expect(screen.queryByText('Security Verification')).toBeNull()
})

test.each(['register', 'wallet'] as const)(
  '%s shows the notice and sends the placeholder while verification is disabled',
  async (call) => {
    await setup(undefined, call)
    expect(screen.getByText('CAPTCHA is temporarily disabled for testing')).toBeTruthy()
    expect(await act(() => getCaptchaToken(call))).toBe('disabled-for-testing')
    expect(screen.queryByText('Security Verification')).toBeNull()
  },
)

test('a form can be submitted only while a token is available', async () => {
  await setup(undefined, 'forgot-password')
  expect(screen.getByRole('button', { name: 'Send' }).hasAttribute('disabled')).toBe(true)
  await act(() => getCaptchaToken('forgot-password'))
  expect(screen.getByRole('button', { name: 'Send' }).hasAttribute('disabled')).toBe(false)
  act(() => resetCaptcha())
  expect(screen.getByRole('button', { name: 'Send' }).hasAttribute('disabled')).toBe(true)
})

test('registration obtains a token if the service requires one', async () => {
  const calls = ['login', 'register']
  await setup(() => ({ body: { ...ALTCHA, calls } }), 'register')
  expect(await screen.findByText('Security Verification')).toBeTruthy()
  expect(screen.queryByText(/temporarily disabled/)).toBeNull()
  expect(await act(() => getCaptchaToken('register'))).toMatch(/^ey/)
})

function SendButton({ call }: { call: CaptchaCall }) {
  return (
    <button type="submit" disabled={!useIsVerified(call)}>
      Send
    </button>
  )
}
