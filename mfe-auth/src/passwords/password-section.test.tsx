/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { useToasts } from '@inkproof/slice'
import type { TestResponse } from '@inkproof/slice/testing/serve'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { invalidFieldLabels } from '../testing/invalid-fields.ts'
import { ACCOUNT, show, signInAs, startService } from '../testing/page.tsx'
import { Component as PasswordSection } from './password-section.tsx'

const NEW_PASSWORD = 'blotting paper and sand'
const FIELDS = {
  'Current password': 'correct horse',
  'New password': NEW_PASSWORD,
  'Confirm new password': NEW_PASSWORD,
}

let stop: () => Promise<void>
afterEach(() => stop())

async function setup(account: object = {}, response: TestResponse = { status: 204 }) {
  const service = await startService(({ url }) =>
    url === '/api/auth/account' ? { body: ACCOUNT } : response,
  )
  stop = service.stop
  signInAs()
  show(<PasswordSection account={{ ...ACCOUNT, ...account }} />)
  const user = userEvent.setup()
  return {
    ...service,
    user,
    fill: async (fields: Record<string, string>) => {
      for (const [label, text] of Object.entries(fields))
        await user.type(screen.getByLabelText(label), text)
    },
  }
}

test('sends both passwords, reports that other devices were signed out, and clears the fields', async () => {
  const { user, fill, sentTo } = await setup()
  await fill(FIELDS)
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  await waitFor(() =>
    expect(useToasts.getState().toasts[0]).toMatchObject({
      title: 'Password changed',
      description: 'You’ve been signed out on your other devices.',
    }),
  )
  expect(sentTo('/api/auth/password')).toEqual([
    { currentPassword: 'correct horse', newPassword: NEW_PASSWORD },
  ])
  for (const label of Object.keys(FIELDS))
    expect((screen.getByLabelText(label) as HTMLInputElement).value).toBe('')
})

test.each([
  [{ 'New password': 'short', 'Confirm new password': 'short' }, /at least 8 characters/],
  [{ 'New password': NEW_PASSWORD, 'Confirm new password': `${NEW_PASSWORD}!` }, /do not match/],
])('rejects %j without sending a request', async (fields, message) => {
  const { user, fill, sentTo } = await setup()
  await fill({ 'Current password': 'correct horse', ...fields })
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(message)
  expect(sentTo('/api/auth/password')).toEqual([])
})

test('shows an error above the fields and keeps the input', async () => {
  const { user, fill } = await setup({}, { status: 403, body: 'Incorrect password.' })
  await fill(FIELDS)
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  expect((await screen.findByRole('alert')).textContent).toBe('403: Incorrect password.')
  expect((screen.getByLabelText('New password') as HTMLInputElement).value).toBe(NEW_PASSWORD)
})

test.each([
  ['newPassword', 'New password'],
  ['currentPassword', 'Current password'],
])('an error about %s marks that field', async (field, label) => {
  const headers = { 'inkproof-fields': field }
  const { user, fill } = await setup({}, { status: 400, headers, body: 'Not this one.' })
  await fill(FIELDS)
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  await screen.findByRole('alert')
  expect(invalidFieldLabels()).toEqual([label])
})

test('does not ask for the current password if the account has none', async () => {
  const { user, fill, sentTo } = await setup({ hasPassword: false })
  expect(screen.queryByLabelText('Current password')).toBeNull()
  await fill({ 'New password': NEW_PASSWORD, 'Confirm new password': NEW_PASSWORD })
  await user.click(screen.getByRole('button', { name: 'Set password' }))
  await waitFor(() => expect(sentTo('/api/auth/password')).toEqual([{ newPassword: NEW_PASSWORD }]))
})

test('without a confirmed address, links to the e-mail settings', async () => {
  await setup({ hasPassword: false, emailConfirmed: false })
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('link', { name: 'E-mail' }).getAttribute('href')).toBe('#email')
})
