/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { AuthDialog } from '../dialog/auth-dialog.tsx'
import { show, signInAs, startService, USER } from '../testing/page.tsx'
// Imported here, so that no test waits for it to be compiled.
import './account-menu.tsx'
import { UserMenu } from './user-menu.tsx'

let stop: () => Promise<void>
afterEach(() => stop())

test('moves focus to the account menu after signing in from the header', async () => {
  const { user } = await openDialog()
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Sign up' }))
  await user.type(dialog.getByLabelText(/^Email/), 'ada@example.org')
  await user.type(dialog.getByLabelText(/^Password/), 'long enough')
  await user.type(dialog.getByLabelText(/^Confirm Password/), 'long enough')
  await user.click(dialog.getByRole('button', { name: 'Create Account' }))
  const account = await screen.findByRole('button', { name: /^Account menu for/ })
  await waitFor(() => expect(document.activeElement).toBe(account))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('returns focus to the button when the dialog is closed without signing in', async () => {
  const { user } = await openDialog()
  await user.keyboard('{Escape}')
  const button = await screen.findByRole('button', { name: 'Sign In' })
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('does not move focus when a session is restored', async () => {
  await setup()
  signInAs()
  await screen.findByRole('button', { name: /^Account menu for/ })
  expect(document.activeElement).toBe(document.body)
})

async function openDialog() {
  const page = await setup()
  await page.user.click(screen.getByRole('button', { name: 'Sign In' }))
  await screen.findByRole('dialog')
  return page
}

async function setup() {
  const service = await startService(({ url }) =>
    url === '/api/auth/register'
      ? { status: 201, body: { user: USER, token: 'fresh' } }
      : { status: 404 },
  )
  stop = service.stop
  show(
    <>
      <UserMenu />
      <AuthDialog />
    </>,
  )
  return { user: userEvent.setup() }
}
