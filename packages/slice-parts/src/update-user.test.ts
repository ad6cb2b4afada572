/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { signedIn, TOKEN_KEY, type User, useSession } from '@inkproof/slice'
import { beforeEach, expect, test } from '@jest/globals'
import { updateUser } from './update-user.ts'

const ADA = { id: 'u1', email: 'ada@example.org', firstName: 'Ada' } as User
const BOB = { id: 'u2', email: 'bob@example.org', firstName: 'Bob' } as User

beforeEach(() => {
  localStorage.clear()
  useSession.setState({ status: 'signed-out', user: null, token: null }, true)
})

test('changed fields are shown and stored, and the others are unchanged', () => {
  signedIn(ADA, 't1')
  updateUser({ firstName: 'Augusta' }, 't1')
  const user = { ...ADA, firstName: 'Augusta' }
  expect(useSession.getState()).toEqual({ status: 'signed-in', user, token: 't1' })
  expect(localStorage.getItem(TOKEN_KEY)).toBe('t1')
})

test('a response that arrives after signing out does not sign in again', () => {
  updateUser(ADA, 't1')
  updateUser(ADA, null)
  expect(useSession.getState().status).toBe('signed-out')
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
})

test('a response for one user is never applied to the next', () => {
  signedIn(BOB, 't2')
  updateUser(ADA, 't1')
  expect(useSession.getState()).toMatchObject({ user: BOB, token: 't2' })
})

test('a response for an earlier session of the same user changes nothing', () => {
  signedIn({ ...ADA, workspaceId: 'w2' }, 't2')
  updateUser({ ...ADA, workspaceId: 'w1' }, 't1')
  expect(useSession.getState().user?.workspaceId).toBe('w2')
})
