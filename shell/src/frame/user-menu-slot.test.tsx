/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { type User, useSession } from '@inkproof/slice'
import { afterEach, expect, test } from '@jest/globals'
import { cleanup, render, screen } from '@testing-library/react'
import { act } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { UserMenuSlot } from './user-menu-slot.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const USER = { id: 'u1', email: 'ana@example.org' } as User

async function setup(handle: object, user: User | null) {
  act(() =>
    useSession.setState(
      user === null
        ? { status: 'signed-out', user: null, token: null }
        : { status: 'signed-in', user, token: 't' },
      true,
    ),
  )
  const router = createMemoryRouter([{ path: '/', element: <UserMenuSlot />, handle }])
  await act(async () => {
    render(<RouterProvider router={router} />)
  })
}

test('guests are offered to sign in', async () => {
  await setup({ title: 'Home' }, null)
  expect(screen.getByRole('button')).toBeTruthy()
})

test('guests are not offered to sign in on a page that needs no account', async () => {
  await setup({ needsNoAccount: true }, null)
  expect(screen.queryByRole('button')).toBeNull()
})

test('signed-in users have their menu on a page that needs no account', async () => {
  await setup({ needsNoAccount: true }, USER)
  expect(screen.getByRole('button')).toBeTruthy()
})
