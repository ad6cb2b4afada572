/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { signedIn, signOut, TOKEN_KEY, useSession } from '@inkproof/slice'
import { afterEach, expect, test } from '@jest/globals'
import { act } from 'react'
import { startService, USER } from '../testing/page.tsx'
import { refreshUser } from './refresh-session.ts'

let stop: () => Promise<void>
afterEach(() => stop())

/** Starts a service that runs `beforeResponse` before it responds. */
async function setup(beforeResponse: () => Promise<void> | void) {
  const service = await startService(async () => {
    await act(async () => beforeResponse())
    return { body: { user: { ...USER, email: 'new@example.org' } } }
  })
  stop = service.stop
  act(() => signedIn(USER, 'test-token'))
}

test('shows and stores the changed address', async () => {
  await setup(() => undefined)
  await act(refreshUser)
  expect(useSession.getState()).toMatchObject({
    token: 'test-token',
    user: { email: 'new@example.org' },
  })
})

test('a response that arrives after signing out does not restore the session', async () => {
  await setup(signOut)
  await act(refreshUser)
  expect(useSession.getState().status).toBe('signed-out')
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
})
