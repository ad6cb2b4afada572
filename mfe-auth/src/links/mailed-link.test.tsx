/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { RequestError, signOut, useSession } from '@inkproof/slice'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { show, signInAs, startService, USER } from '../testing/page.tsx'
import { MailedLinkCard } from './mailed-link-card.tsx'
import { storedLink, storeLink } from './stored-link.ts'
import { useMailedLink } from './use-mailed-link.ts'

let stop: () => Promise<void>
let answer: () => Promise<string>
beforeEach(async () => {
  ;({ stop } = await startService(() => ({ status: 204 })))
  sessionStorage.clear()
  answer = async () => 'a seat'
})
afterEach(() => stop())

const look = () => answer()

function readLink(fragment: string) {
  const [, secret] = /^#invitation=(\w+)$/.exec(fragment) ?? []
  return secret === undefined ? null : { name: 'invitation', secret }
}

function LinkPage() {
  const [link, putAside] = useMailedLink(readLink)
  if (link === null) return <p>the page itself</p>
  return (
    <MailedLinkCard
      secret={link.secret}
      onDone={putAside}
      look={look}
      refused={({ reason }) => <p>refused: {reason}</p>}
    >
      {(offer) => (
        <>
          <p>
            {link.secret} opens {offer}
          </p>
          <button type="button" onClick={putAside}>
            Not now
          </button>
        </>
      )}
    </MailedLinkCard>
  )
}

/** Opens a page by a link, or without one: then it is the reload of what was open. */
function open(address: string) {
  // A page that is reloaded leaves nothing in order, as one that is left does.
  const kept = sessionStorage.getItem('inkproof_link')
  cleanup()
  if (kept !== null) sessionStorage.setItem('inkproof_link', kept)
  history.replaceState(null, '', address)
  show(<LinkPage />)
  return userEvent.setup()
}

const offer = () => screen.findByText('s3cret opens a seat')

test('removes a mailed link from the URL immediately, and restores it after a reload', async () => {
  open('/user-profile?tab=1#invitation=s3cret')
  expect(await offer()).toBeTruthy()
  expect(`${location.pathname}${location.search}${location.hash}`).toBe('/user-profile?tab=1')
  open('/user-profile')
  expect(await offer()).toBeTruthy()
})

test('keeps a fragment that is not a mailed link', () => {
  open('/user-profile#password')
  expect(screen.getByText('the page itself')).toBeTruthy()
  expect(location.hash).toBe('#password')
})

test('keeps a link for the page it is for', async () => {
  open('/user-profile#invitation=s3cret')
  await offer()
  open('/reset-password')
  expect(screen.getByText('the page itself')).toBeTruthy()
})

test('forgets a link that was dismissed', async () => {
  const user = open('/user-profile#invitation=s3cret')
  await user.click(await screen.findByRole('button', { name: 'Not now' }))
  open('/user-profile')
  expect(screen.getByText('the page itself')).toBeTruthy()
})

test('forgets a link that was rejected', async () => {
  answer = async () => {
    throw new RequestError(new Response('', { status: 410 }), 'This link has expired.')
  }
  open('/user-profile#invitation=s3cret')
  await screen.findByText('refused: This link has expired.')
  open('/user-profile')
  expect(screen.getByText('the page itself')).toBeTruthy()
})

test('signing out removes the link', async () => {
  signInAs()
  open('/user-profile#invitation=s3cret')
  await offer()
  await act(() => signOut())
  open('/user-profile')
  expect(screen.getByText('the page itself')).toBeTruthy()
})

const ADA = { ...USER, id: 'ada' }
const BOB = { ...USER, id: 'bob' }
const nobody = (more = {}) =>
  act(() => useSession.setState({ status: 'signed-out', user: null, token: null, ...more }, true))
const loading = () =>
  act(() => useSession.setState({ status: 'loading', user: null, token: null }, true))

test('restores the link for the same person after their session ended, and for no one else', () => {
  signInAs(ADA)
  storeLink('/user-profile#invitation=s3cret')
  nobody({ hasEnded: true })
  signInAs(ADA)
  expect(storedLink()).not.toBeNull()
  nobody({ hasEnded: true })
  signInAs(BOB)
  expect(storedLink()).toBeNull()
})

test('a new sign-in in another tab does not sign out this one', () => {
  signInAs(ADA)
  storeLink('/user-profile#invitation=s3cret')
  loading()
  signInAs(ADA)
  expect(storedLink()).not.toBeNull()
})

test.each(['/reset-password#s3cret', '/user-profile#undo-email=s3cret'])(
  '%s, which needs no session, is removed by a sign-in but not by a restored session',
  (address) => {
    signInAs(ADA)
    storeLink(address)
    loading()
    signInAs(ADA)
    expect(storedLink()).toBe(address)
    nobody()
    storeLink(address)
    signInAs(ADA)
    expect(storedLink()).toBeNull()
  },
)

test('a link that needs a session waits for a sign-in', () => {
  nobody()
  storeLink('/user-profile#invitation=s3cret')
  signInAs(ADA)
  expect(storedLink()).not.toBeNull()
})

test('forgets the link of a tab that is restored after an hour', () => {
  const anHourAgo = Date.now() - 61 * 60 * 1_000
  sessionStorage.setItem('inkproof_link', `${anHourAgo} /user-profile#invitation=s3cret`)
  expect(storedLink()).toBeNull()
})

test('going to another page dismisses the link', async () => {
  open('/user-profile#invitation=s3cret')
  await offer()
  cleanup()
  expect(storedLink()).toBeNull()
})

test('keeps the link while the service is unreachable, and checks it again', async () => {
  answer = async () => {
    throw new RequestError(new Response('', { status: 503 }), 'Later.')
  }
  open('/user-profile#invitation=s3cret')
  await screen.findByText('Later. Your link still works.')
  const user = open('/user-profile')
  answer = async () => 'a seat'
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await offer()).toBeTruthy()
})
