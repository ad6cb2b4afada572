/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { afterEach, expect, test } from '@jest/globals'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { LateError, withDeadline } from './deadline.ts'
import { withRetries } from './page-loader.tsx'

afterEach(cleanup)

function Page() {
  return <h1>The page</h1>
}

function Waiting() {
  return null
}

function setup(load: () => Promise<{ Component: () => React.ReactNode }>) {
  const routes = withRetries([{ path: '/', lazy: load, HydrateFallback: Waiting }])
  render(<RouterProvider router={createMemoryRouter(routes)} />)
}

test('a page whose file fails once loads without user action', async () => {
  let tries = 0
  setup(async () => {
    tries += 1
    if (tries === 1) throw new Error('dropped connection')
    return { Component: Page }
  })
  await screen.findByText('The page')
  expect(tries).toBe(2)
})

test('a page whose file stays missing shows an error and loads after a retry in place', async () => {
  let isThere = false
  setup(async () => {
    if (!isThere) throw new Error('Loading chunk 7 failed')
    return { Component: Page }
  })
  await screen.findByText('This part is unavailable right now')
  expect(screen.getByText(/Loading chunk 7 failed/)).toBeTruthy()
  isThere = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('The page')
})

test('work that exceeds its deadline is late', async () => {
  await expect(withDeadline(new Promise(() => {}), 10)).rejects.toThrow(LateError)
  expect(await withDeadline(Promise.resolve('here'), 10)).toBe('here')
})
