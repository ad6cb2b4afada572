/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { closeAuth, useAuthDialog, useSession } from '@inkproof/slice'
import { afterEach, expect, test } from '@jest/globals'
import { cleanup, render, screen } from '@testing-library/react'
import { act } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { Component } from './later.page.tsx'
import { LATER } from './later.ts'

afterEach(() => {
  cleanup()
  closeAuth()
})

test.each(Object.entries(LATER))(
  '%s says what is lacking and leads to what works',
  (path, later) => {
    open(path)
    expect(screen.getByText(later.sentence)).toBeTruthy()
    expect(screen.getByRole('link', { name: later.label }).getAttribute('href')).toBe(later.to)
  },
)

test.each([
  ['/user-profile', true],
  ['/reset-password', false],
])('opened signed out, %s asks to sign in: %s', (path, isAsked) => {
  open(path)
  expect(useAuthDialog.getState().open).toBe(isAsked)
})

test('who signs out on a page of their own is asked nothing', () => {
  open('/user-profile', 'loading')
  act(() => useSession.setState({ status: 'signed-in' } as never))
  act(() => useSession.setState({ status: 'signed-out', user: null, token: null }, true))
  expect(useAuthDialog.getState().open).toBe(false)
})

function open(path: string, status: 'loading' | 'signed-out' = 'signed-out'): void {
  useSession.setState({ status, user: null, token: null }, true)
  render(
    <MemoryRouter initialEntries={[path]}>
      <Component />
    </MemoryRouter>,
  )
}
