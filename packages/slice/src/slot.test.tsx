/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { afterEach, expect, jest, test } from '@jest/globals'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type Fill, setHost } from './host.ts'
import { Slot } from './slot.tsx'

afterEach(() => {
  cleanup()
  jest.restoreAllMocks()
})

function setup(loadFill: () => Promise<Fill | null>) {
  setHost({ site: {}, loadFill })
  render(<Slot name="user-menu" fallback={<p>Loading</p>} />)
}

function SignIn() {
  return <button type="button">Sign In</button>
}

function Content() {
  return <p>content</p>
}

function Crash(): never {
  throw new Error('crash')
}

test('shows the fallback, then the fill wrapped in its slice', async () => {
  setup(async () => ({ slice: 'auth', Component: SignIn }))
  expect(screen.getByText('Loading')).toBeTruthy()
  const fill = await screen.findByText('Sign In')
  expect(fill.closest('[data-slice]')?.getAttribute('data-slice')).toBe('auth')
})

test('shows an inline error with a retry when the slice cannot be loaded', async () => {
  let attempts = 0
  setup(async () => {
    attempts += 1
    if (attempts === 1) throw new Error('missing')
    return { slice: 'auth', Component: Content }
  })
  expect((await screen.findByRole('alert')).textContent).toContain('cannot be shown')
  await userEvent.click(screen.getByText('Try again'))
  expect(await screen.findByText('content')).toBeTruthy()
})

test('shows an inline error when no slice fills the slot', async () => {
  setup(async () => null)
  expect(await screen.findByRole('alert')).toBeTruthy()
})

test('contains a crash of the fill', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {})
  setup(async () => ({ slice: 'auth', Component: Crash }))
  expect((await screen.findByRole('alert')).textContent).toContain('cannot be shown')
})
