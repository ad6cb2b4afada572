/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { request, signedIn, signOut } from '@inkproof/slice'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { Component as NamesSection } from '../profile/names-section.tsx'
import { ACCOUNT, mockIntersectionObserver, show, startService, USER } from '../testing/page.tsx'
// Imported here, so that no test waits for it to be compiled.
import '../factors/reauthentication-dialog.tsx'
import { UserProfile } from './user-profile.tsx'

const NAMES = { id: 'names', Content: NamesSection }
const SECTIONS = [{ id: 'profile', title: 'Profile', parts: [NAMES] }]

let stop: () => Promise<void>
afterEach(() => stop())

const findFirstName = () => screen.findByLabelText<HTMLInputElement>('First Name')

/** Renders the settings with a typed first name; `endSession` ends the session. */
async function setup() {
  let hasEnded = false
  mockIntersectionObserver()
  const service = await startService(({ url }) => {
    if (hasEnded) return { status: 401 }
    return url === '/api/auth/account' ? { body: ACCOUNT } : { status: 204 }
  })
  stop = service.stop
  act(() => signedIn(USER, 'old'))
  show(<UserProfile notices={[]} sections={SECTIONS} />)
  const user = userEvent.setup()
  await user.type(await findFirstName(), ' Augusta')
  return {
    endSession: async () => {
      hasEnded = true
      await act(() => request('GET', '/api/auth/account').catch(() => undefined))
      await waitFor(() => expect(screen.queryByLabelText('First Name')).toBeNull())
      hasEnded = false
    },
  }
}

test('restores the input for the same user after their session ended', async () => {
  const { endSession } = await setup()
  await endSession()
  act(() => signedIn(USER, 'new'))
  expect((await findFirstName()).value).toBe('Ada Augusta')
  expect(screen.getByLabelText<HTMLInputElement>('Last Name').value).toBe('Lovelace')
})

test('does not restore the input for another user, nor for the same user after that', async () => {
  const { endSession } = await setup()
  await endSession()
  act(() => signedIn({ ...USER, id: 'u2' }, 'theirs'))
  expect((await findFirstName()).value).toBe('Ada')
  await endSession()
  act(() => signedIn(USER, 'new'))
  expect((await findFirstName()).value).toBe('Ada')
})

test('removes the input on sign-out', async () => {
  const { endSession } = await setup()
  await endSession()
  await act(() => signOut())
  act(() => signedIn(USER, 'new'))
  expect((await findFirstName()).value).toBe('Ada')
})
