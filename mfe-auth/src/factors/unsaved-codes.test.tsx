/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { useToasts } from '@inkproof/slice'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { Link, Route, Routes } from 'react-router-dom'
import { ACCOUNT, show, signInAs, startService, USER } from '../testing/page.tsx'
import { Component as AuthenticatorAppSection } from './authenticator-app-section.tsx'

const CODES = ['7K3M-0QXR-94TD', 'P2VW-8HZC-5NJA']
const SETTINGS = { ...ACCOUNT, appAddedAt: '2026-11-01T10:00:00.000Z', recoveryCodesLeft: 2 }

let stop: () => Promise<void>
beforeEach(() => {
  // jsdom supports neither object URLs nor downloads.
  URL.createObjectURL = () => 'blob:codes'
  URL.revokeObjectURL = () => undefined
  HTMLAnchorElement.prototype.click = () => undefined
})
afterEach(async () => {
  await stop()
  act(() => useToasts.setState({ toasts: [] }))
})

/** Opens the settings and generates recovery codes. */
async function setup() {
  const { user } = await openSettings()
  await generateCodes(user)
  await screen.findByText(CODES[0] as string)
  return user
}

async function openSettings(beforeResponse = async () => {}) {
  const service = await startService(async ({ url }) => {
    if (url === '/api/auth/account') return { body: SETTINGS }
    await beforeResponse()
    return { body: { recoveryCodes: CODES } }
  })
  stop = service.stop
  signInAs()
  show(
    <Routes>
      <Route path="/user-profile" element={<Settings />} />
      <Route path="*" element={<Link to="/user-profile">Settings</Link>} />
    </Routes>,
  )
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  await user.click(screen.getByRole('link'))
  return { ...service, user }
}

async function generateCodes(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Generate new codes' }))
  await user.click(screen.getByRole('button', { name: 'Generate new codes' }))
}

/** The settings, and a link that stands for the browser's back button, so it stays usable while a dialog is open. */
function Settings() {
  return (
    <>
      <AuthenticatorAppSection account={SETTINGS} />
      <Link to="/" data-testid="back">
        Back
      </Link>
    </>
  )
}

const getButton = (name: string) => screen.getByRole('button', { name })
const backLink = () => screen.getByTestId('back')
const warnsBeforeUnload = () =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
const latestToast = () => useToasts.getState().toasts[0]

test('warns before reloading a page that shows codes, until they are saved', async () => {
  const user = await setup()
  expect(warnsBeforeUnload()).toBe(true)
  await user.click(getButton('I’ve saved my codes'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(warnsBeforeUnload()).toBe(false)
})

test('does not warn about codes that were saved to a file', async () => {
  const user = await setup()
  await user.click(getButton('Download'))
  expect(warnsBeforeUnload()).toBe(false)
  await user.click(backLink())
  await user.click(screen.getByRole('link', { name: 'Settings' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(latestToast()).toBeUndefined()
})

test('keeps the codes available after navigating back, and shows a reminder', async () => {
  const user = await setup()
  await user.click(backLink())
  expect(latestToast()).toMatchObject({
    title: 'Your recovery codes are not saved yet',
    open: true,
  })
  expect(warnsBeforeUnload()).toBe(true)
  act(() => latestToast()?.action?.run())
  expect(await screen.findByText(CODES[1] as string)).toBeTruthy()
})

test('does not show the codes to the next user who signs in', async () => {
  const user = await setup()
  await user.click(backLink())
  signInAs({ ...USER, id: 'u2' }, 'next')
  await user.click(screen.getByRole('link', { name: 'Settings' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(warnsBeforeUnload()).toBe(false)
})

test('dismisses the reminder when the codes are shown again or dismissed', async () => {
  const user = await setup()
  await user.click(backLink())
  const reminder = latestToast()
  act(() => reminder?.action?.run())
  await screen.findByText(CODES[0] as string)
  expect(latestToast()).toMatchObject({ id: reminder?.id, open: false })
  await user.click(getButton('I’ve saved my codes'))
  await user.click(backLink())
  expect(latestToast()).toMatchObject({ id: reminder?.id, open: false })
})

test('discards the codes ten minutes after leaving the page', async () => {
  const user = await setup()
  jest.useFakeTimers()
  try {
    fireEvent.click(backLink())
    act(() => jest.advanceTimersByTime(10 * 60_000 - 1))
    expect([warnsBeforeUnload(), latestToast()?.open]).toEqual([true, true])
    act(() => jest.advanceTimersByTime(1))
    expect([warnsBeforeUnload(), latestToast()?.open]).toEqual([false, false])
  } finally {
    jest.useRealTimers()
  }
  await user.click(screen.getByRole('link', { name: 'Settings' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('never shows codes that arrive after their owner has signed out', async () => {
  let release: () => void = () => undefined
  const pendingResponse = new Promise<void>((resolve) => {
    release = resolve
  })
  const { user, requests } = await openSettings(() => pendingResponse)
  await generateCodes(user)
  await waitFor(() =>
    expect(requests.some(({ url }) => url.endsWith('/recovery-codes'))).toBe(true),
  )
  signInAs({ ...USER, id: 'u2' }, 'next')
  release()
  await waitFor(() => expect(getButton('Generate new codes')).toHaveProperty('disabled', false))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(warnsBeforeUnload()).toBe(false)
})
