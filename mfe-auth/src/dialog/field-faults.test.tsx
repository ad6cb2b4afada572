/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { type AuthMode, openAuth } from '@inkproof/slice'
import type { Answer } from '@inkproof/slice/testing/serve'
import { afterEach, expect, test } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { descriptionOf, invalidFieldLabels } from '../testing/invalid-fields.ts'
import { show, startService } from '../testing/page.tsx'
import { AuthDialog } from './auth-dialog.tsx'

let stop: () => Promise<void>
afterEach(() => stop())

const NO_CAPTCHA: Answer = { body: { kind: 'off', calls: [] } }
const TYPED = { Email: 'ada@example.org', Password: 'correct horse' }
const AGAIN = { 'Confirm Password': 'correct horse' }

/** Fills in a form, sends it to a service that refuses it, and waits for the error. */
async function refuse(mode: AuthMode, typed: Record<string, string>, refusal: Answer) {
  const service = await startService(({ url }) =>
    url === '/api/auth/captcha' ? NO_CAPTCHA : refusal,
  )
  stop = service.stop
  show(<AuthDialog />)
  act(() => void openAuth(mode))
  const user = userEvent.setup()
  for (const [label, text] of Object.entries(typed))
    await user.type(screen.getByLabelText(label), text)
  const send = mode === 'login' ? 'Sign In' : 'Create Account'
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: send }))
  return screen.findByRole('alert')
}

test.each([
  ['login', TYPED, 401, 'email,password', ['Email', 'Password']],
  ['register', { ...TYPED, ...AGAIN }, 409, 'email', ['Email']],
  ['register', { ...TYPED, ...AGAIN }, 400, 'password', ['Password']],
  ['register', { ...TYPED, ...AGAIN }, 400, 'turnstileToken,email', ['Email']],
  ['login', TYPED, 503, undefined, []],
] as const)(
  'in %s an error marks the fields it concerns (%#)',
  async (mode, typed, status, paths, fields) => {
    const headers = paths === undefined ? {} : { 'inkproof-fields': paths }
    const alert = await refuse(mode, typed, { status, headers, body: 'No (email: not one).' })
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
  const alert = await refuse('register', { Email: TYPED.Email, ...passwords }, { status: 500 })
  expect(invalidFieldLabels()).toEqual(fields)
  for (const label of fields) expect(descriptionOf(label)).toContain(alert.textContent)
})
