/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import type { SessionView } from '@inkproof/protocol/sessions'
import { useToasts } from '@inkproof/slice'
import type { ReceivedRequest, TestResponse } from '@inkproof/slice/testing/serve'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { show, signInAs, startService, USER } from '../testing/page.tsx'
import { formatTimeAgo } from './format-time-ago.ts'
import { Component as SessionsSection } from './sessions-section.tsx'

let stop: () => Promise<void>
afterEach(async () => {
  await stop()
  act(() => useToasts.setState({ toasts: [] }))
})

const CURRENT: SessionView = {
  id: 'a'.repeat(22),
  device: 'Firefox on Linux',
  place: 'Germany',
  address: '192.0.2.7',
  way: 'passkey',
  startedAt: '2026-03-01T08:00:00.000Z',
  usedAt: '2026-03-01T09:00:00.000Z',
  isCurrent: true,
}
const OTHER: SessionView = {
  ...CURRENT,
  id: 'b'.repeat(22),
  device: 'Safari on iOS',
  isCurrent: false,
  way: 'password',
  usedAt: new Date(Date.now() - 3 * 60 * 60 * 1_000).toISOString(),
}

async function setup(
  sessions = [CURRENT, OTHER],
  respond?: (request: ReceivedRequest) => TestResponse | undefined,
) {
  let currentSessions = sessions
  const service = await startService((request) => {
    const customResponse = respond?.(request)
    if (customResponse) return customResponse
    if (request.method === 'GET') return { body: { sessions: currentSessions } }
    const id = request.url.split('/')[4]
    const remaining = currentSessions.filter((session) =>
      id === undefined ? session.isCurrent : session.id !== id,
    )
    const ended = currentSessions.length - remaining.length
    currentSessions = remaining
    return id === undefined ? { body: { ended } } : { status: 204 }
  })
  stop = service.stop
  signInAs()
  show(<SessionsSection />)
  return { ...service, user: userEvent.setup() }
}

const rows = async () => within(await screen.findByRole('list', { name: 'Sessions' }))

test('lists sessions with device, location, IP address, sign-in method and last use, the current one first', async () => {
  await setup()
  const [first, second] = (await rows()).getAllByRole('listitem')
  expect(first?.textContent).toContain('Firefox on LinuxThis session')
  expect(first?.textContent).toContain('Germany · 192.0.2.7')
  expect(first?.textContent).toContain('Active now · signed in with a passkey')
  expect(second?.textContent).toContain('Last used 3 hours ago · signed in with a password')
})

test('ends another session, not the current one, and keeps focus in the list', async () => {
  const { user, requests } = await setup()
  const list = await rows()
  expect(list.getAllByRole('button')).toHaveLength(1)
  await user.click(list.getByRole('button', { name: 'Sign out Safari on iOS' }))
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
  expect(requests.some(({ method, url }) => `${method} ${url}`.endsWith(OTHER.id))).toBe(true)
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Sessions' }))
  expect(useToasts.getState().toasts[0]?.title).toBe('Session ended')
})

test('confirms before ending all other sessions, and reports their number', async () => {
  const { user } = await setup([CURRENT, OTHER, { ...OTHER, id: 'c'.repeat(22) }])
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }))
  const dialog = within(screen.getByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Sign out everywhere else' }))
  await waitFor(() => expect(useToasts.getState().toasts[0]?.description).toBe('2 sessions ended.'))
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull()
})

test('shows no error if a session has already ended, and removes it from the list', async () => {
  const { user } = await setup(undefined, ({ method }) =>
    method === 'DELETE' ? { status: 404, body: 'There is nothing at this address.' } : undefined,
  )
  await user.click((await rows()).getByRole('button'))
  await waitFor(() => expect(useToasts.getState().toasts[0]?.title).toBe('Session ended'))
})

test('keeps a session that could not be ended, and shows why', async () => {
  const { user } = await setup(undefined, ({ method }) =>
    method === 'DELETE' ? { status: 503, body: 'Not now.' } : undefined,
  )
  await user.click((await rows()).getByRole('button'))
  expect((await screen.findByRole('alert')).textContent).toContain('503: Not now.')
  expect((await rows()).getAllByRole('listitem')).toHaveLength(2)
})

test('reports a list that fails to load, and can retry', async () => {
  let isBroken = true
  const { user } = await setup(undefined, () =>
    isBroken ? { status: 503, body: 'No.' } : undefined,
  )
  const retryButton = await screen.findByRole('button', { name: 'Try again' })
  isBroken = false
  await user.click(retryButton)
  expect((await rows()).getAllByRole('listitem')).toHaveLength(2)
})

test('never shows one user’s sessions to the next', async () => {
  await setup()
  await rows()
  signInAs({ ...USER, id: 'u2' })
  expect(screen.queryByRole('list', { name: 'Sessions' })).toBeNull()
  expect(screen.getByRole('status', { name: 'Loading your sessions' })).toBeTruthy()
})

test.each([
  [10_000, 'just now'],
  [61_000, '1 minute ago'],
  [2 * 3_600_000, '2 hours ago'],
  [25 * 3_600_000, 'yesterday'],
])('formats %i ms ago as %j', (elapsedMs, text) => {
  expect(
    formatTimeAgo(new Date(1_000_000_000_000 - elapsedMs).toISOString(), 1_000_000_000_000),
  ).toBe(text)
})
