/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { closeAuth, signedIn, useAuthDialog } from '@inkproof/slice'
import { afterEach, expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { show, signInAs, startService, USER } from '../testing/page.tsx'
import { ConfirmEmailCard, UndoEmailCard } from './link-cards.tsx'

let stop: () => Promise<void>
afterEach(() => stop())

const LINK_URL = '/api/auth/email/link'

async function open(Card: typeof ConfirmEmailCard, kind: string, link: object = {}) {
  const service = await startService(({ url }) =>
    url.startsWith(LINK_URL)
      ? { body: { kind, email: USER.email, instead: null, ...link } }
      : { body: { user: USER } },
  )
  stop = service.stop
  show(<Card secret="s3cret" onDone={() => undefined} />)
  return { ...service, user: userEvent.setup() }
}

test('when signed out, a confirmation asks the user to sign in and then continues automatically', async () => {
  const { user, sentTo } = await open(ConfirmEmailCard, 'confirm-email')
  await user.click(await screen.findByRole('button', { name: 'Confirm this address' }))
  expect(useAuthDialog.getState().open).toBe(true)
  expect(sentTo(LINK_URL)).toEqual([])
  act(() => signedIn(USER, 'a-token'))
  await screen.findByRole('heading', { name: 'E-mail address confirmed' })
  expect(sentTo(LINK_URL)).toEqual([{ kind: 'confirm-email', token: 's3cret' }])
})

test('closing the dialog without signing in confirms nothing and allows another attempt', async () => {
  const { user, sentTo } = await open(ConfirmEmailCard, 'confirm-email')
  const button = await screen.findByRole('button', { name: 'Confirm this address' })
  await user.click(button)
  act(() => closeAuth())
  await user.click(await screen.findByRole('button', { name: 'Confirm this address' }))
  expect([useAuthDialog.getState().open, sentTo(LINK_URL)]).toEqual([true, []])
})

test('a change can be undone without signing in', async () => {
  const { user, sentTo } = await open(UndoEmailCard, 'undo-email')
  await user.click(await screen.findByRole('button', { name: /keep this address/ }))
  await screen.findByRole('heading', { name: 'E-mail address kept' })
  expect([useAuthDialog.getState().open, sentTo(LINK_URL).length]).toEqual([false, 1])
})

test.each<[boolean, string, RegExp, [string, string]]>([
  [
    false,
    'Keep your e-mail address?',
    /^Someone asked to change your e-mail address from ada\S+ to eve@example\.org\. If this wasn’t you, keep ada/,
    ['This wasn’t me: keep this address', 'E-mail address kept'],
  ],
  [
    true,
    'Restore your e-mail address?',
    /^Your e-mail address was changed from ada\S+ to eve@example\.org\. If this wasn’t you, restore ada/,
    ['This wasn’t me: restore my address', 'E-mail address restored'],
  ],
])(
  'offers to keep or to restore the address, and then confirms it (already changed: %s)',
  async (changed, title, text, [button, doneTitle]) => {
    const { user } = await open(UndoEmailCard, 'undo-email', {
      instead: 'eve@example.org',
      changed,
    })
    await screen.findByRole('heading', { name: title })
    expect(screen.getByText(text)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: button }))
    await screen.findByRole('heading', { name: doneTitle })
  },
)

test.each([
  ['confirm-email', ConfirmEmailCard, true, 'LINK_USED', 'E-mail address already confirmed'],
  ['confirm-email', ConfirmEmailCard, false, 'LINK_USED', 'This link no longer works'],
  ['confirm-email', ConfirmEmailCard, true, 'LINK_EXPIRED', 'This link no longer works'],
  ['undo-email', UndoEmailCard, true, 'LINK_USED', 'This link no longer works'],
] as const)(
  'explains what happened to a %s link that no longer works (%#)',
  async (_kind, Card, emailConfirmed, code, title) => {
    const service = await startService(() => ({
      status: 410,
      headers: { 'inkproof-error': code },
      body: 'This link has already been used.',
    }))
    stop = service.stop
    signInAs({ ...USER, emailConfirmed })
    show(<Card secret="s3cret" onDone={() => undefined} />)
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  },
)
