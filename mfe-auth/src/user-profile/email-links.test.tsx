/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import type { ReceivedRequest, TestResponse } from '@inkproof/slice/testing/serve'
import { afterEach, expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import {
  ACCOUNT,
  mockIntersectionObserver,
  show,
  signInAs,
  startService,
  USER,
} from '../testing/page.tsx'
// Imported here, so that no test waits for them to be compiled.
import '../deletion/deletion-notice.tsx'
import '../emails/confirm-notice.tsx'
import '../emails/emails-section.tsx'
import '../emails/link-cards.tsx'
import '../factors/reauthentication-dialog.tsx'
import '../history/history-section.tsx'
import { NOTICES, SECTIONS } from './sections.ts'
import { UserProfile } from './user-profile.tsx'

let stop: () => Promise<void>
afterEach(() => stop())

const ADDRESS = 'ada@example.org'
const NEW_ADDRESS = 'ada.new@example.org'
const EVENT = { id: 'e1', at: '2026-11-21T19:30:00.000Z', kind: 'email-confirmed', data: {} }

/**
 * Opens the settings by a mailed link, as a user whose address is not confirmed. The service applies the link:
 * `address` is the account's address afterwards.
 */
async function openLink(name: 'confirm-email' | 'change-email', address: string) {
  mockIntersectionObserver()
  let isApplied = false
  const current = () => ({
    email: isApplied ? address : ADDRESS,
    emailConfirmed: isApplied,
  })
  const answers: Record<string, () => object> = {
    '/api/auth/email/link/check': () => ({ kind: name, email: address, instead: null }),
    '/api/auth/email/link': () => {
      isApplied = true
      return { kind: name, email: address, instead: null }
    },
    '/api/auth/me': () => ({ user: { ...USER, ...current() } }),
    '/api/auth/account': () => ({ ...ACCOUNT, ...current() }),
    '/api/auth/email': () => ({
      email: current().email,
      confirmed: isApplied,
      confirmation: null,
      pending: null,
    }),
    '/api/auth/history': () => ({ events: isApplied ? [EVENT] : [], next: null }),
  }
  const answer = ({ url }: ReceivedRequest): TestResponse => {
    const body = answers[url.split('?')[0] ?? '']?.()
    return body === undefined ? { status: 204 } : { body }
  }
  const service = await startService(answer)
  stop = service.stop
  signInAs({ ...USER, emailConfirmed: false })
  history.replaceState(null, '', `/user-profile#${name}=s3cret`)
  const sections = SECTIONS.filter(({ id }) => id === 'email' || id === 'history')
  show(<UserProfile notices={NOTICES} sections={sections} />)
  return userEvent.setup()
}

const queryNotice = () => screen.queryByText('Your e-mail address is not confirmed yet')

test.each([
  ['confirm-email', ADDRESS, 'Confirm this address', 'E-mail address confirmed'],
  ['change-email', NEW_ADDRESS, 'Use this address', 'E-mail address changed'],
] as const)(
  'after a %s link was used, the notices, the e-mail section and the history show its result',
  async (name, address, button, title) => {
    const user = await openLink(name, address)
    await screen.findByText('Not confirmed')
    await user.click(await screen.findByRole('button', { name: button }))
    await screen.findByRole('heading', { name: title, level: 2 })
    expect(await screen.findByText('Confirmed')).toBeTruthy()
    expect(screen.getByRole('heading', { name: address })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(queryNotice()).toBeNull()
    expect(await screen.findByText('E-mail address confirmed')).toBeTruthy()
  },
)

test('the notice of an unconfirmed address is hidden while the card of its link is shown', async () => {
  const user = await openLink('confirm-email', ADDRESS)
  await screen.findByText('Not confirmed')
  const notNow = await screen.findByRole('button', { name: 'Not now' })
  expect(queryNotice()).toBeNull()
  await user.click(notNow)
  expect(await screen.findByText('Your e-mail address is not confirmed yet')).toBeTruthy()
})

test('the notice of an unconfirmed address is shown beside a rejected link', async () => {
  mockIntersectionObserver()
  const service = await startService(({ url }) => {
    if (url === '/api/auth/account') return { body: { ...ACCOUNT, emailConfirmed: false } }
    const headers = { 'inkproof-error': 'LINK_EXPIRED' }
    return { status: 410, headers, body: 'This link has expired.' }
  })
  stop = service.stop
  signInAs({ ...USER, emailConfirmed: false })
  history.replaceState(null, '', '/user-profile#confirm-email=s3cret')
  show(<UserProfile notices={NOTICES} sections={[]} />)
  await screen.findByRole('heading', { name: 'This link no longer works' })
  expect(await screen.findByText('Your e-mail address is not confirmed yet')).toBeTruthy()
})
