/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { type AuthMode, openAuth } from '@inkproof/slice'
import type { TestResponse } from '@inkproof/slice/testing/serve'
import { afterEach, expect, test } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { descriptionOf, invalidFieldLabels } from '../testing/invalid-fields.ts'
import { show, startService } from '../testing/page.tsx'
import { AuthDialog } from './auth-dialog.tsx'

let stop: () => Promise<void>
afterEach(() => stop())

const NO_CAPTCHA: TestResponse = { body: { kind: 'off', calls: [] } }
const LOGIN_INPUT = { Email: 'ada@example.org', Password: 'correct horse' }
const CONFIRMATION = { 'Confirm Password': 'correct horse' }

/** Fills in a form, submits it to a service that rejects it, and waits for the error. */
async function submitRejected(
  mode: AuthMode,
  input: Record<string, string>,
  rejection: TestResponse,
) {
  const service = await startService(({ url }) =>
    url === '/api/auth/captcha' ? NO_CAPTCHA : rejection,
  )
  stop = service.stop
  show(<AuthDialog />)
  act(() => void openAuth(mode))
  const user = userEvent.setup()
  for (const [label, text] of Object.entries(input))
    await user.type(screen.getByLabelText(label), text)
  const submitLabel = mode === 'login' ? 'Sign In' : 'Create Account'
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: submitLabel }))
  return screen.findByRole('alert')
}

test.each([
  ['login', LOGIN_INPUT, 401, 'email,password', ['Email', 'Password']],
  ['register', { ...LOGIN_INPUT, ...CONFIRMATION }, 409, 'email', ['Email']],
  ['register', { ...LOGIN_INPUT, ...CONFIRMATION }, 400, 'password', ['Password']],
  ['register', { ...LOGIN_INPUT, ...CONFIRMATION }, 400, 'turnstileToken,email', ['Email']],
  ['login', LOGIN_INPUT, 503, undefined, []],
] as const)(
  'an error in the %s form marks the fields it concerns (%#)',
  async (mode, input, status, paths, fields) => {
    const headers = paths === undefined ? {} : { 'inkproof-fields': paths }
    const alert = await submitRejected(mode, input, {
      status,
      headers,
      body: 'No (email: not one).',
    })
    expect(invalidFieldLabels()).toEqual(fields)
    for (const label of fields) expect(descriptionOf(label)).toContain(alert.textContent)
  },
)

test.each([
  [{ Password: 'short', 'Confirm Password': 'short' }, ['Password']],
  [
    { Password: 'correct horse', 'Confirm Password': 'correct house' },
    ['Password', 'Confirm Password'],
  ],
])('problems with the passwords %j are shown at their fields', async (passwords, fields) => {
  const alert = await submitRejected(
    'register',
    { Email: LOGIN_INPUT.Email, ...passwords },
    { status: 500 },
  )
  expect(invalidFieldLabels()).toEqual(fields)
  for (const label of fields) expect(descriptionOf(label)).toContain(alert.textContent)
})
