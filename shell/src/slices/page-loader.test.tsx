/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { afterEach, expect, test } from '@jest/globals'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { withRetries } from './page-loader.tsx'
import { TimeoutError, withTimeout } from './with-timeout.ts'

afterEach(cleanup)

function Page() {
  return <h1>The page</h1>
}

function Fallback() {
  return null
}

function setup(load: () => Promise<{ Component: () => React.ReactNode }>) {
  const routes = withRetries([{ path: '/', lazy: load, HydrateFallback: Fallback }])
  render(<RouterProvider router={createMemoryRouter(routes)} />)
}

test('if a page’s file fails to load the first time, retries automatically', async () => {
  let attempts = 0
  setup(async () => {
    attempts += 1
    if (attempts === 1) throw new Error('dropped connection')
    return { Component: Page }
  })
  await screen.findByText('The page')
  expect(attempts).toBe(2)
})

test('if a page’s file is still missing, shows an error with a button that loads the page again', async () => {
  let isAvailable = false
  setup(async () => {
    if (!isAvailable) throw new Error('Loading chunk 7 failed')
    return { Component: Page }
  })
  await screen.findByText('This page is unavailable right now')
  expect(screen.getByText(/Loading chunk 7 failed/)).toBeTruthy()
  isAvailable = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('The page')
})

test('rejects when the work exceeds its timeout', async () => {
  await expect(withTimeout(new Promise(() => {}), 10)).rejects.toThrow(TimeoutError)
  expect(await withTimeout(Promise.resolve('here'), 10)).toBe('here')
})
