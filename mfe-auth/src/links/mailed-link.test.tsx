/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { RequestError, signOut, useSession } from '@inkproof/slice'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { show, signInAs, startService, USER } from '../testing/page.tsx'
import { MailedLinkCard } from './mailed-link-card.tsx'
import { getStoredLink, storeLink } from './stored-link.ts'
import { useMailedLink } from './use-mailed-link.ts'

let stop: () => Promise<void>
let respond: () => Promise<string>
beforeEach(async () => {
  ;({ stop } = await startService(() => ({ status: 204 })))
  sessionStorage.clear()
  respond = async () => 'an invitation'
})
afterEach(() => stop())

const check = () => respond()

function readLink(fragment: string) {
  const [, secret] = /^#invitation=(\w+)$/.exec(fragment) ?? []
  return secret === undefined ? null : { name: 'invitation', secret }
}

function LinkPage() {
  const [link, dismiss] = useMailedLink(readLink)
  if (link === null) return <p>the page itself</p>
  return (
    <MailedLinkCard
      secret={link.secret}
      onDone={dismiss}
      check={check}
      renderRejected={({ reason }) => <p>rejected: {reason}</p>}
    >
      {(content) => (
        <>
          <p>
            {link.secret} opens {content}
          </p>
          <button type="button" onClick={dismiss}>
            Not now
          </button>
        </>
      )}
    </MailedLinkCard>
  )
}

/** Opens a page by a link; a URL without a fragment simulates a reload. */
function open(url: string) {
  // A reload runs no cleanup, unlike leaving a page, so the stored link is restored.
  const storedLinkValue = sessionStorage.getItem('inkproof_link')
  cleanup()
  if (storedLinkValue !== null) sessionStorage.setItem('inkproof_link', storedLinkValue)
  history.replaceState(null, '', url)
  show(<LinkPage />)
  return userEvent.setup()
}

const findContent = () => screen.findByText('s3cret opens an invitation')

test('removes a mailed link from the URL immediately, and restores it after a reload', async () => {
  open('/user-profile?tab=1#invitation=s3cret')
  expect(await findContent()).toBeTruthy()
  expect(`${location.pathname}${location.search}${location.hash}`).toBe('/user-profile?tab=1')
  open('/user-profile')
  expect(await findContent()).toBeTruthy()
})

test('keeps a fragment that is not a mailed link', () => {
  open('/user-profile#password')
  expect(screen.getByText('the page itself')).toBeTruthy()
  expect(location.hash).toBe('#password')
})

test('shows a link only on the page it is for', async () => {
  open('/user-profile#invitation=s3cret')
  await findContent()
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
  respond = async () => {
    throw new RequestError(new Response('', { status: 410 }), 'This link has expired.')
  }
  open('/user-profile#invitation=s3cret')
  await screen.findByText('rejected: This link has expired.')
  open('/user-profile')
  expect(screen.getByText('the page itself')).toBeTruthy()
})

test('removes the link on sign-out', async () => {
  signInAs()
  open('/user-profile#invitation=s3cret')
  await findContent()
  await act(() => signOut())
  open('/user-profile')
  expect(screen.getByText('the page itself')).toBeTruthy()
})

const ADA = { ...USER, id: 'ada' }
const BOB = { ...USER, id: 'bob' }
const signOutUser = (extra = {}) =>
  act(() => useSession.setState({ status: 'signed-out', user: null, token: null, ...extra }, true))
const startLoading = () =>
  act(() => useSession.setState({ status: 'loading', user: null, token: null }, true))

test('after a session has ended, restores the link only for the same user', () => {
  signInAs(ADA)
  storeLink('/user-profile#invitation=s3cret')
  signOutUser({ hasEnded: true })
  signInAs(ADA)
  expect(getStoredLink()).not.toBeNull()
  signOutUser({ hasEnded: true })
  signInAs(BOB)
  expect(getStoredLink()).toBeNull()
})

test('keeps the link when this tab reloads the session after a sign-in in another tab', () => {
  signInAs(ADA)
  storeLink('/user-profile#invitation=s3cret')
  startLoading()
  signInAs(ADA)
  expect(getStoredLink()).not.toBeNull()
})

test.each(['/reset-password#s3cret', '/user-profile#undo-email=s3cret'])(
  'a sign-in removes a link that needs no session (%s), but restoring a session does not',
  (url) => {
    signInAs(ADA)
    storeLink(url)
    startLoading()
    signInAs(ADA)
    expect(getStoredLink()).toBe(url)
    signOutUser()
    storeLink(url)
    signInAs(ADA)
    expect(getStoredLink()).toBeNull()
  },
)

test('keeps a link that needs a session when a user signs in', () => {
  signOutUser()
  storeLink('/user-profile#invitation=s3cret')
  signInAs(ADA)
  expect(getStoredLink()).not.toBeNull()
})

test('forgets the link of a tab that is restored after an hour', () => {
  const anHourAgo = Date.now() - 61 * 60 * 1_000
  sessionStorage.setItem('inkproof_link', `${anHourAgo} /user-profile#invitation=s3cret`)
  expect(getStoredLink()).toBeNull()
})

test('dismisses the link when navigating to another page', async () => {
  open('/user-profile#invitation=s3cret')
  await findContent()
  cleanup()
  expect(getStoredLink()).toBeNull()
})

test('keeps the link while the service is unreachable, and checks it again', async () => {
  respond = async () => {
    throw new RequestError(new Response('', { status: 503 }), 'Later.')
  }
  open('/user-profile#invitation=s3cret')
  await screen.findByText('Later. Your link hasn’t been used; you can try again.')
  const user = open('/user-profile')
  respond = async () => 'an invitation'
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await findContent()).toBeTruthy()
})
