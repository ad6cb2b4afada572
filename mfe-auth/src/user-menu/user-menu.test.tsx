/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */

import { useAuthDialog, useSession } from '@inkproof/slice'
import { afterEach, expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { show, signInAs, startService, USER } from '../testing/page.tsx'
// Imported here, so that no test waits for it to be compiled.
import './account-menu.tsx'
import { displayName } from '../account/display-name.ts'
import { UserMenu } from './user-menu.tsx'

let stop: () => Promise<void>
afterEach(() => stop())

async function setup() {
  const service = await startService(() => ({ status: 204 }))
  stop = service.stop
  show(<UserMenu />)
  return { ...service, user: userEvent.setup() }
}

test('shows a disabled Loading button while the session is restored', async () => {
  await setup()
  act(() => useSession.setState({ status: 'loading', user: null, token: null }, true))
  expect(screen.getByRole('button', { name: 'Loading' }).hasAttribute('disabled')).toBe(true)
})

test('when signed out, Sign In opens the dialog', async () => {
  const { user } = await setup()
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  expect(useAuthDialog.getState()).toMatchObject({ open: true, mode: 'login' })
})

test('when signed in, the menu shows initials, name and a truncated e-mail', async () => {
  const { user } = await setup()
  signInAs({ ...USER, walletAddress: '0x52908400098527886e0f7030069857d2e4169ee7' })
  const button = await screen.findByRole('button', { name: 'Account menu for Ada Lovelace' })
  expect(button.textContent).toBe('ADAda Lovelace')
  await user.click(button)
  expect(await screen.findByText('ada.lovelace.long...')).toBeTruthy()
  expect(screen.getByText('0x5290...9ee7')).toBeTruthy()
})

test('the menu links to Profile and Settings', async () => {
  const { user } = await setup()
  signInAs()
  await user.click(await screen.findByRole('button', { name: /Account menu for/ }))
  const links = ['Profile', 'Settings'].map((name) =>
    screen.getByRole('menuitem', { name }).getAttribute('href'),
  )
  expect(links).toEqual(['/profile', '/user-profile'])
})

test('Sign Out notifies the service and signs out this browser', async () => {
  const { user, requests } = await setup()
  signInAs()
  await user.click(await screen.findByRole('button', { name: /Account menu for/ }))
  await user.click(screen.getByRole('menuitem', { name: 'Sign Out' }))
  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy()
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /api/auth/logout'])
})

test.each([
  [{ firstName: 'Ada', lastName: 'Lovelace' }, 'Ada Lovelace'],
  [{ firstName: null, lastName: 'Lovelace' }, 'Lovelace'],
  [{ firstName: null, lastName: null }, 'ada.lovelace.long@example.org'],
  [{ firstName: null, lastName: null, email: null }, 'User'],
])('shows a user with %j as %s', async (names, displayedName) => {
  await setup()
  expect(displayName({ ...USER, ...names })).toBe(displayedName)
})
