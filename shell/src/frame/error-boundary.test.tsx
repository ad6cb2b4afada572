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

test('a render error shows the error screen with its two ways out', () => {
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Refresh Application' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Check Status' })).toBeTruthy()
})

test('hot-reload errors of development are told from others', () => {
  expect(isHotReloadError(new Error('[HMR] Hot update failed'))).toBe(true)
  expect(isHotReloadError(new Error('Cannot read properties of undefined'))).toBe(false)
})

test('an error of a hot reload leaves the page as it is', () => {
  const asked = jest.spyOn(ErrorBoundary, 'getDerivedStateFromError')
  // React draws what failed a second time by itself: only the boundary's word lets it go on after that.
  const isBroken = () => asked.mock.calls.length < 2
  render(
    <ErrorBoundary>
      <Updating isBroken={isBroken} />
    </ErrorBoundary>,
    { onRecoverableError() {} },
  )
  expect(screen.getByText('Updated')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Something went wrong' })).toBeNull()
})

test('says that the application could not be initialised without any of it', () => {
  document.body.innerHTML = '<div id="root"></div>'
  showInitFailure(new Error('no client'))
  expect(screen.getByText('Failed to initialize application.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Refresh Application' })).toBeTruthy()
})
