/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { listWorkspaces } from '@inkproof/protocol/calls/workspaces'
import { useToasts } from '@inkproof/slice'
import type { TestResponse } from '@inkproof/slice/testing/serve'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { reloadAccount } from '../account/reload-account.ts'
import { useAccount } from '../account/use-account.ts'
import { ACCOUNT, show, signInAs, startService } from '../testing/page.tsx'
import { PERSONAL } from '../testing/workspace.ts'
import { Component as DeletionNotice } from './deletion-notice.tsx'
import { Component as DeletionSection } from './deletion-section.tsx'

const DELETE_AT = '2026-12-05T10:00:00.000Z'

let stop: () => Promise<void>
afterEach(() => stop())

/** The notice and the section about the deletion, for the account returned by the test service. */
function Settings() {
  const { data: account } = useAccount()
  return (
    account && (
      <>
        <DeletionNotice account={account} />
        <DeletionSection account={account} />
      </>
    )
  )
}

async function setup(deleteAt: string | null, rejection?: TestResponse) {
  let scheduledFor = deleteAt
  const service = await startService(({ method, url }) => {
    if (url === '/api/auth/account') return { body: { ...ACCOUNT, deleteAt: scheduledFor } }
    if (url.startsWith(listWorkspaces.path)) return { body: { workspaces: [PERSONAL] } }
    if (rejection) return rejection
    scheduledFor = method === 'POST' ? DELETE_AT : null
    return method === 'POST' ? { body: { deleteAt: DELETE_AT } } : { status: 204 }
  })
  stop = service.stop
  signInAs()
  show(<Settings />)
  await act(reloadAccount)
  const user = userEvent.setup()
  return { ...service, user, sent: () => service.sentTo('/api/auth/deletion') }
}

async function submitPhrase(user: ReturnType<typeof userEvent.setup>, phrase: string) {
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Delete your account?' }))
  await user.type(dialog.getByLabelText(/^Type/), phrase)
  await user.click(dialog.getByRole('button', { name: 'Delete my account' }))
  return dialog
}

test('after the confirmation is typed, requests the deletion and shows its date and how to cancel', async () => {
  const { user, sent } = await setup(null)
  await submitPhrase(user, 'Delete my account')
  expect(await screen.findByText(/^Your account will be deleted on December 5, 2026/)).toBeTruthy()
  expect(sent()).toEqual([{ confirmation: 'delete my account' }])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getAllByRole('button', { name: 'Keep my account' })).toHaveLength(2)
})

test('if another phrase is typed, sends no request and repeats the phrase to type', async () => {
  const { user, sent } = await setup(null)
  const dialog = await submitPhrase(user, 'yes')
  expect(dialog.getAllByText('Type “delete my account” to confirm.')).toHaveLength(2)
  expect(sent()).toEqual([])
})

test('the dialog first lists what will be deleted and what remains', async () => {
  const { user } = await setup(null)
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }))
  const dialog = within(screen.getByRole('dialog'))
  const items = dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items).toEqual([
    expect.stringMatching(/^What is deletedYour name, picture/),
    expect.stringMatching(/^What staysYour certificates stay valid/),
    expect.stringMatching(
      /^Before you delete your accountYou won’t be able to revoke certificates in your personal workspace/,
    ),
  ])
})

test('shows the error that names the workspace without another owner', async () => {
  const body = 'You are the only owner of a workspace that has other members (Acme). Transfer it.'
  const { user } = await setup(null, { status: 409, body })
  const dialog = await submitPhrase(user, 'delete my account')
  expect(await dialog.findByText(`409: ${body}`)).toBeTruthy()
})

test('the button “Keep my account” cancels the deletion and moves focus to the card', async () => {
  const { user, requests } = await setup(DELETE_AT)
  const [, below] = await screen.findAllByRole('button', { name: 'Keep my account' })
  await user.click(below as HTMLElement)
  await waitFor(() =>
    expect(useToasts.getState().toasts[0]?.title).toBe('Your account will not be deleted'),
  )
  const changes = requests.filter(({ url }) => !url.startsWith(listWorkspaces.path))
  expect(changes.at(-2)).toMatchObject({ method: 'DELETE', url: '/api/auth/deletion' })
  expect(screen.queryByText(/^Your account will be deleted/)).toBeNull()
  const deleteButton = screen.getByRole('button', { name: 'Delete my account' })
  expect(document.activeElement?.contains(deleteButton)).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
})
