/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */

import type { User } from '@inkproof/protocol/auth'
import { beforeEach, expect, test } from '@jest/globals'
import { closeAuth, openAuth, useAuthDialog } from './auth-dialog.ts'
import { signedIn, useSession } from './session.ts'

const USER = { id: 'u1', email: 'ada@example.org' } as User

beforeEach(() => useSession.setState({ status: 'signed-out', user: null, token: null }, true))

test('opens with the sign-in form and resolves with true once the user is signed in', async () => {
  const result = openAuth()
  expect(useAuthDialog.getState()).toMatchObject({ open: true, mode: 'login' })
  signedIn(USER, 't')
  expect(await result).toBe(true)
  expect(useAuthDialog.getState().open).toBe(false)
})

test('resolves with false when the dialog is closed without signing in', async () => {
  const result = openAuth('register')
  expect(useAuthDialog.getState().mode).toBe('register')
  closeAuth()
  expect(await result).toBe(false)
})

test('starts with the sign-in form each time it opens', () => {
  void openAuth('wallet')
  closeAuth()
  void openAuth()
  expect(useAuthDialog.getState().mode).toBe('login')
  closeAuth()
})

test('resolves immediately when the user is already signed in', async () => {
  signedIn(USER, 't')
  expect(await openAuth()).toBe(true)
  expect(useAuthDialog.getState().open).toBe(false)
})
