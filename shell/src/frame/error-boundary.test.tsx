/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { cleanup, render, screen } from '@testing-library/react'
import { ErrorBoundary, isHotReloadError } from './error-boundary.tsx'
import { showInitFailure } from './init-failure.ts'

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  jest.restoreAllMocks()
})

function Updating({ isBroken }: { isBroken: () => boolean }) {
  if (isBroken()) throw new Error('[HMR] Hot update failed')
  return 'Updated'
}

function Broken(): never {
  throw new Error('broken')
}

test('a render error shows the error screen with its two actions', () => {
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Refresh Application' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Check Status' })).toBeTruthy()
})

test('distinguishes the development server’s hot-reload errors from other errors', () => {
  expect(isHotReloadError(new Error('[HMR] Hot update failed'))).toBe(true)
  expect(isHotReloadError(new Error('Cannot read properties of undefined'))).toBe(false)
})

test('a hot-reload error leaves the page unchanged', () => {
  const deriveState = jest.spyOn(ErrorBoundary, 'getDerivedStateFromError')
  // React retries a failed render once; after that, only the boundary decides whether to continue.
  const isBroken = () => deriveState.mock.calls.length < 2
  render(
    <ErrorBoundary>
      <Updating isBroken={isBroken} />
    </ErrorBoundary>,
    { onRecoverableError() {} },
  )
  expect(screen.getByText('Updated')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Something went wrong' })).toBeNull()
})

test('shows an initialization failure without React', () => {
  document.body.innerHTML = '<div id="root"></div>'
  showInitFailure(new Error('no client'))
  expect(screen.getByText('Failed to initialize application.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Refresh Application' })).toBeTruthy()
})
