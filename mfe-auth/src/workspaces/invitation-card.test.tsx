/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { signOut, useAuthDialog, useSession, useToasts } from '@inkproof/slice'
import type { ReceivedRequest, TestResponse } from '@inkproof/slice/testing/serve'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { AuthDialog } from '../dialog/auth-dialog.tsx'
import { getStoredLink, storeLink } from '../links/stored-link.ts'
import { CurrentPath, show, signInAs, startService, USER } from '../testing/page.tsx'
import { ENGINES, summaryOf } from '../testing/workspace.ts'
import { Component as InvitationCard } from './invitation-card.tsx'

let stop: () => Promise<void>
afterEach(async () => {
  await stop()
  act(() => useToasts.setState({ toasts: [] }))
})

const INVITATION = {
  workspace: 'Analytical Engines',
  inviter: 'Ada Lovelace',
  role: 'viewer',
  email: 'Bob@example.org',
  expiresAt: '2026-03-08T00:00:00.000Z',
}
const BOB = { ...USER, email: 'bob@example.org' }

async function setup(
  respond?: (
    request: ReceivedRequest,
  ) => TestResponse | undefined | Promise<TestResponse | undefined>,
) {
  let isDone = false
  const service = await startService(async (request) => {
    const customResponse = await respond?.(request)
    if (customResponse) return customResponse
    if (request.url.endsWith('/look')) return { body: INVITATION }
    if (request.url.endsWith('/accept')) return { body: summaryOf(ENGINES) }
    if (request.url.endsWith('/enter')) return { body: { user: { ...BOB, workspaceId: 'w2' } } }
    return { status: 204 }
  })
  stop = service.stop
  const openCard = () =>
    show(
      <>
        <InvitationCard
          secret="s3cret"
          onDone={() => {
            isDone = true
          }}
        />
        <CurrentPath />
        <AuthDialog />
      </>,
    )
  return { ...service, openCard, isDone: () => isDone, user: userEvent.setup() }
}

test('when signed out, shows the invitation and how to sign in', async () => {
  const { openCard, user, sentTo } = await setup()
  openCard()
  expect(await screen.findByRole('heading', { name: 'Join Analytical Engines' })).toBeTruthy()
  expect(screen.getByText('Ada Lovelace invited you.')).toBeTruthy()
  expect(screen.getByText('Viewer. Can only view certificates.')).toBeTruthy()
  expect(sentTo('/api/auth/invitations/look')).toEqual([{ secret: 's3cret' }])
  expect(screen.queryByRole('button', { name: 'Accept and open workspace' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  expect(useAuthDialog.getState()).toMatchObject({ open: true, mode: 'register' })
  const emailField = within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>('Email')
  expect(emailField.value).toBe(INVITATION.email)
})

test('a user with the invited address, in any letter case, can accept and is taken to the workspace', async () => {
  const { openCard, user, isDone } = await setup()
  signInAs(BOB)
  openCard()
  await user.click(await screen.findByRole('button', { name: 'Accept and open workspace' }))
  await waitFor(() => expect(isDone()).toBe(true))
  expect(useSession.getState().user?.workspaceId).toBe('w2')
  expect(useToasts.getState().toasts[0]?.title).toBe('Switched to Analytical Engines')
  expect(await screen.findByText('at /dashboard')).toBeTruthy()
})

test('warns a user with another address, and offers to switch accounts', async () => {
  const { openCard, user } = await setup()
  signInAs(USER)
  storeLink('/user-profile#invitation=s3cret')
  openCard()
  expect(await screen.findByText(`You are signed in as ${USER.email}`)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Accept and open workspace' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Use another account' }))
  await waitFor(() => expect(useAuthDialog.getState().open).toBe(true))
  expect(useSession.getState().status).toBe('signed-out')
  expect(getStoredLink()).toBe('/user-profile#invitation=s3cret')
})

test('can be declined without an account', async () => {
  const { openCard, user, isDone, sentTo } = await setup()
  openCard()
  await user.click(await screen.findByRole('button', { name: 'Decline' }))
  await waitFor(() => expect(isDone()).toBe(true))
  expect(sentTo('/api/auth/invitations/decline')).toEqual([{ secret: 's3cret' }])
})

test('explains a used, expired or unknown link and offers a next step', async () => {
  const { openCard, user, isDone } = await setup(() => ({
    status: 410,
    body: 'This link has expired.',
  }))
  openCard()
  expect(await screen.findByText('This invitation is not available')).toBeTruthy()
  expect(screen.getByText('This link has expired.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(isDone()).toBe(true)
})

test('explains that an invitation has expired by the time it is accepted', async () => {
  const { openCard, user } = await setup(({ url }) =>
    url.endsWith('/accept')
      ? { status: 410, headers: { 'inkproof-error': 'LINK_EXPIRED' }, body: 'It has expired.' }
      : undefined,
  )
  signInAs(BOB)
  openCard()
  await user.click(await screen.findByRole('button', { name: 'Accept and open workspace' }))
  expect(await screen.findByText('This invitation is not available')).toBeTruthy()
})

test('explains a rejected acceptance and allows a retry', async () => {
  const { openCard, user } = await setup(({ url }) =>
    url.endsWith('/accept') ? { status: 409, body: 'This workspace is full.' } : undefined,
  )
  signInAs(BOB)
  openCard()
  await user.click(await screen.findByRole('button', { name: 'Accept and open workspace' }))
  expect((await screen.findByRole('alert')).textContent).toContain('This workspace is full.')
  expect(screen.getByRole('button', { name: 'Accept and open workspace' })).toBeTruthy()
})

test('a user who signs out while accepting stays signed out', async () => {
  const { openCard, user, isDone } = await setup(async ({ url }) => {
    if (url.endsWith('/enter')) await signOut()
    return undefined
  })
  signInAs(BOB)
  openCard()
  await user.click(await screen.findByRole('button', { name: 'Accept and open workspace' }))
  await waitFor(() => expect(isDone()).toBe(true))
  expect(useSession.getState().status).toBe('signed-out')
})
