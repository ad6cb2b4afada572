/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { useToasts } from '@inkproof/slice'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { Link, Route, Routes } from 'react-router-dom'
import { ACCOUNT, show, signInAs, startService, USER } from '../testing/page.tsx'
import { Component as AppSection } from './app-section.tsx'

const CODES = ['7K3M-0QXR-94TD', 'P2VW-8HZC-5NJA']
const SETTINGS = { ...ACCOUNT, appAddedAt: '2026-11-01T10:00:00.000Z', recoveryCodesLeft: 2 }

let stop: () => Promise<void>
beforeEach(() => {
  // jsdom opens no object URLs and follows no downloads.
  URL.createObjectURL = () => 'blob:codes'
  URL.revokeObjectURL = () => undefined
  HTMLAnchorElement.prototype.click = () => undefined
})
afterEach(async () => {
  await stop()
  act(() => useToasts.setState({ toasts: [] }))
})

/** The settings with new recovery codes on show, and another page that leads to them. */
async function setup() {
  const { user } = await openSettings()
  await askForCodes(user)
  await screen.findByText(CODES[0] as string)
  return user
}

async function openSettings(made = async () => {}) {
  const service = await startService(async ({ url }) => {
    if (url === '/api/auth/account') return { body: SETTINGS }
    await made()
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

async function askForCodes(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Generate new codes' }))
  await user.click(screen.getByRole('button', { name: 'Generate new codes' }))
}

/** The way out stands where the browser has its own, outside of everything a dialog covers. */
function Settings() {
  return (
    <>
      <AppSection account={SETTINGS} />
      <Link to="/" data-testid="back">
        Back
      </Link>
    </>
  )
}

const press = (name: string) => screen.getByRole('button', { name })
const back = () => screen.getByTestId('back')
const asksFirst = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
const said = () => useToasts.getState().toasts[0]

test('warns before reloading a page that shows codes, until they are saved', async () => {
  const user = await setup()
  expect(asksFirst()).toBe(true)
  await user.click(press('I’ve saved my codes'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asksFirst()).toBe(false)
})

test('does not warn about codes that were saved to a file', async () => {
  const user = await setup()
  await user.click(press('Download'))
  expect(asksFirst()).toBe(false)
  await user.click(back())
  await user.click(screen.getByRole('link', { name: 'Settings' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(said()).toBeUndefined()
})

test('after navigating back, the codes are still available and the page says so', async () => {
  const user = await setup()
  await user.click(back())
  expect(said()).toMatchObject({ title: 'Your recovery codes are not saved yet', open: true })
  expect(asksFirst()).toBe(true)
  act(() => said()?.action?.run())
  expect(await screen.findByText(CODES[1] as string)).toBeTruthy()
})

test('the next person to sign in does not see the codes', async () => {
  const user = await setup()
  await user.click(back())
  signInAs({ ...USER, id: 'u2' }, 'next')
  await user.click(screen.getByRole('link', { name: 'Settings' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(asksFirst()).toBe(false)
})

test('no longer announces codes that were shown again or dismissed', async () => {
  const user = await setup()
  await user.click(back())
  const left = said()
  act(() => left?.action?.run())
  await screen.findByText(CODES[0] as string)
  expect(said()).toMatchObject({ id: left?.id, open: false })
  await user.click(press('I’ve saved my codes'))
  await user.click(back())
  expect(said()).toMatchObject({ id: left?.id, open: false })
})

test('discards codes that were left for ten minutes', async () => {
  const user = await setup()
  jest.useFakeTimers()
  try {
    fireEvent.click(back())
    act(() => jest.advanceTimersByTime(10 * 60_000 - 1))
    expect([asksFirst(), said()?.open]).toEqual([true, true])
    act(() => jest.advanceTimersByTime(1))
    expect([asksFirst(), said()?.open]).toEqual([false, false])
  } finally {
    jest.useRealTimers()
  }
  await user.click(screen.getByRole('link', { name: 'Settings' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('never shows codes that arrive after their owner has signed out', async () => {
  let answer: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { user, requests } = await openSettings(() => held)
  await askForCodes(user)
  await waitFor(() =>
    expect(requests.some(({ url }) => url.endsWith('/recovery-codes'))).toBe(true),
  )
  signInAs({ ...USER, id: 'u2' }, 'next')
  answer()
  await waitFor(() => expect(press('Generate new codes')).toHaveProperty('disabled', false))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(asksFirst()).toBe(false)
})
