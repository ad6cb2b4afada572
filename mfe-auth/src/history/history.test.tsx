/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import type { HistoryEvent } from '@inkproof/protocol/profile'
import type { ReceivedRequest, TestResponse } from '@inkproof/slice/testing/serve'
import { afterEach, expect, test } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { show, signInAs, startService } from '../testing/page.tsx'
import { describeEvent } from './describe-event.ts'
import { Component as HistorySection } from './history-section.tsx'

let stop: () => Promise<void>
afterEach(() => stop?.())

const event = (id: string, kind = 'password-set', data = {}): HistoryEvent => ({
  id,
  kind,
  data,
  at: '2026-11-21T10:00:00.000Z',
})

async function setup(respond: (request: ReceivedRequest) => TestResponse) {
  const service = await startService(respond)
  stop = service.stop
  signInAs()
  show(<HistorySection />)
  return { ...service, user: userEvent.setup() }
}

const rows = async () =>
  within(await screen.findByRole('list'))
    .getAllByRole('listitem')
    .map((row) => row.textContent)

test('describes the events, and shows older ones on request', async () => {
  const { user, requests } = await setup(({ url }) =>
    url === '/api/auth/history'
      ? { body: { events: [event('1'), event('2', 'app-added')], next: 'older' } }
      : { body: { events: [event('3', 'email-confirmed', { email: 'a@b.c' })], next: null } },
  )
  expect(await rows()).toEqual([
    expect.stringContaining('Password changed'),
    expect.stringContaining('Authenticator app added'),
  ])
  await user.click(screen.getByRole('button', { name: 'Show older activity' }))
  expect(await screen.findByText('a@b.c')).toBeTruthy()
  expect(await rows()).toHaveLength(3)
  expect(requests.map(({ url }) => url)).toEqual([
    '/api/auth/history',
    '/api/auth/history?before=older',
  ])
  expect(screen.queryByRole('button', { name: 'Show older activity' })).toBeNull()
})

test('keeps the newer events when older ones fail to load', async () => {
  const { user } = await setup(({ url }) =>
    url === '/api/auth/history'
      ? { body: { events: [event('1')], next: 'older' } }
      : { status: 503, body: 'Retry.' },
  )
  await user.click(await screen.findByRole('button', { name: 'Show older activity' }))
  expect(await screen.findByText('503: Retry.')).toBeTruthy()
  expect(await rows()).toHaveLength(1)
})

test('explains what will appear in an empty history', async () => {
  await setup(() => ({ body: { events: [], next: null } }))
  expect(await screen.findByText(/^Nothing yet/)).toBeTruthy()
})

test('reports a history that fails to load, and can retry', async () => {
  let isBroken = true
  const { user } = await setup(() =>
    isBroken ? { status: 503, body: 'Retry.' } : { body: { events: [event('1')], next: null } },
  )
  const retryButton = await screen.findByRole('button', { name: 'Try again' })
  isBroken = false
  await user.click(retryButton)
  expect(await rows()).toHaveLength(1)
})

test.each([
  [
    'new-device',
    { device: 'Firefox on Linux', place: 'Austria', address: '10.0.0.1' },
    'Signed in on a new device',
    'Firefox on Linux · Austria · 10.0.0.1',
  ],
  [
    'account-created',
    { way: 'passkey', device: 'Firefox on Linux', place: 'Austria' },
    'Account created',
    'with a passkey · Firefox on Linux · Austria',
  ],
  ['way-added', { way: 'Wallet 0x12' }, 'Sign-in method added: Wallet 0x12', ''],
  ['way-added', { way: 'wallet', wallet: '0x12' }, 'Sign-in method added: wallet 0x12', ''],
  ['way-added', { way: 'passkey', name: 'Mac' }, 'Sign-in method added: passkey “Mac”', ''],
  ['way-removed', { way: 'provider', name: 'Ex' }, 'Sign-in method removed: sign-in with Ex', ''],
  ['way-removed', { way: 'password' }, 'Sign-in method removed: password', ''],
  ['new-device', { place: 'Unknown location' }, 'Signed in on a new device', 'Unknown location'],
  ['sessions-ended', { count: '1' }, '1 session ended', ''],
  ['sessions-ended', { count: '3' }, '3 sessions ended', ''],
  ['email-changed', { from: 'a@b.c', to: 'd@e.f' }, 'E-mail address changed', 'a@b.c → d@e.f'],
  ['role-changed', { workspace: 'Acme', role: 'viewer' }, 'Role changed in Acme', 'now viewer'],
  [
    'role-changed',
    { workspace: 'Acme', role: 'owner', by: 'Ada' },
    'Role changed in Acme',
    'now owner · by Ada',
  ],
  [
    'role-changed',
    { workspace: 'Acme', role: 'member', by: 'Ada', own: 'yes' },
    'Role changed in Acme',
    'now member',
  ],
  ['member-removed', { workspace: 'Acme', by: 'Ada' }, 'Removed from Acme', 'by Ada'],
  [
    'replies-assigned',
    { workspace: 'Acme', by: 'Ada' },
    'You get the replies to e-mails of Acme',
    'by Ada',
  ],
  ['member-removed', { workspace: 'Acme', by: 'Ada', own: 'yes' }, 'Left Acme', ''],
  [
    'member-joined',
    { workspace: 'Acme', role: 'member', by: 'Ada' },
    'Joined Acme',
    'as member · invited by Ada',
  ],
  [
    'member-invited',
    { workspace: 'Acme', email: 'a@b.c', role: 'viewer' },
    'Invited a@b.c to Acme',
    'as viewer',
  ],
  [
    'email-changed',
    { from: 'd@e.f', to: 'a@b.c', undone: 'yes' },
    'E-mail address change undone',
    'd@e.f → a@b.c',
  ],
  ['unknown-kind', {}, 'Something changed in your account', ''],
])('describes the event %s with %j as “%s”', (kind, data, title, detail) => {
  stop = async () => undefined
  expect(describeEvent(event('1', kind, data))).toEqual({ title, detail })
})
