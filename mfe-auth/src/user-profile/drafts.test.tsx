/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { request, signedIn, signOut } from '@inkproof/slice'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { Component as NamesSection } from '../profile/names-section.tsx'
import { ACCOUNT, show, startService, USER, watchNothing } from '../testing/page.tsx'
// Loaded here, so that no test waits for it to be translated.
import '../factors/prove-dialog.tsx'
import { UserProfile } from './user-profile.tsx'

const NAMES = { id: 'names', Content: NamesSection }
const SECTIONS = [{ id: 'profile', title: 'Profile', parts: [NAMES] }]

let stop: () => Promise<void>
afterEach(() => stop())

const firstName = () => screen.findByLabelText<HTMLInputElement>('First Name')

/** Settings in which somebody has begun to type; `end` lets their session end. */
async function setup() {
  let hasEnded = false
  watchNothing()
  const service = await startService(({ url }) => {
    if (hasEnded) return { status: 401 }
    return url === '/api/auth/account' ? { body: ACCOUNT } : { status: 204 }
  })
  stop = service.stop
  act(() => signedIn(USER, 'old'))
  show(<UserProfile notices={[]} sections={SECTIONS} />)
  const user = userEvent.setup()
  await user.type(await firstName(), ' Augusta')
  return {
    end: async () => {
      hasEnded = true
      await act(() => request('GET', '/api/auth/account').catch(() => undefined))
      await waitFor(() => expect(screen.queryByLabelText('First Name')).toBeNull())
      hasEnded = false
    },
  }
}

test('restores the input for the same person after their session ended', async () => {
  const { end } = await setup()
  await end()
  act(() => signedIn(USER, 'new'))
  expect((await firstName()).value).toBe('Ada Augusta')
  expect(screen.getByLabelText<HTMLInputElement>('Last Name').value).toBe('Lovelace')
})

test('does not restore it for another person, or for its owner after them', async () => {
  const { end } = await setup()
  await end()
  act(() => signedIn({ ...USER, id: 'u2' }, 'theirs'))
  expect((await firstName()).value).toBe('Ada')
  await end()
  act(() => signedIn(USER, 'new'))
  expect((await firstName()).value).toBe('Ada')
})

test('signing out removes it', async () => {
  const { end } = await setup()
  await end()
  await act(() => signOut())
  act(() => signedIn(USER, 'new'))
  expect((await firstName()).value).toBe('Ada')
})
