/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import type { WorkspaceView } from '@inkproof/protocol/workspaces'
import { useToasts } from '@inkproof/slice'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { useLocation } from 'react-router-dom'
import { ACCOUNT, resultOf, show, signInAs, startService, USER } from '../testing/page.tsx'
import { ADA, BOB, ENGINES, PERSONAL, summaryOf } from '../testing/workspace.ts'
import { reloadWorkspaces } from '../workspaces/reload-workspaces.ts'
import { useWorkspaceChange } from '../workspaces/use-workspaces.ts'
import { handOver } from '../workspaces/workspaces.api.ts'
import { Component as DeletionSection } from './deletion-section.tsx'

const LEGAL: WorkspaceView = { ...ENGINES, id: 'w3', name: 'Acme Legal', isCurrent: false }
const SHARED: WorkspaceView = {
  ...LEGAL,
  id: 'w4',
  name: 'Owned by two',
  members: [ADA, { ...BOB, role: 'owner' }],
}
const ALONE: WorkspaceView = { ...LEGAL, id: 'w5', name: 'Nobody else', members: [ADA] }
const GUEST: WorkspaceView = { ...LEGAL, id: 'w6', name: 'Of somebody else', role: 'member' }

let stop: () => Promise<void>
afterEach(async () => {
  await stop()
  act(() => useToasts.setState({ toasts: [] }))
})

/** The section of somebody who belongs to these, and works in the first. */
async function setup(...held: WorkspaceView[]) {
  let current = held[0]?.id ?? ''
  const isCurrent = (one: WorkspaceView) => ({ ...one, isCurrent: one.id === current })
  const service = await startService(({ url, method }) => {
    const [, , , , id, verb] = url.split('/')
    const one = held.find((each) => each.id === id)
    if (one === undefined)
      return { body: { workspaces: [PERSONAL, ...held.map(isCurrent).map(summaryOf)] } }
    if (verb === 'enter') current = one.id
    if (verb === 'enter') return { body: { user: { ...USER, workspaceId: id } } }
    const role = method === 'POST' ? ('member' as const) : one.role
    return { body: { ...isCurrent(one), role, members: afterwards(one, method) } }
  })
  stop = service.stop
  signInAs({ ...USER, workspaceId: current })
  show(
    <>
      <DeletionSection account={ACCOUNT} />
      <Place />
    </>,
  )
  await act(reloadWorkspaces)
  return { ...service, user: userEvent.setup() }
}

/** Handed over, a workspace has another owner. */
function afterwards({ members }: WorkspaceView, method: string) {
  if (method !== 'POST') return members
  return [
    { ...ADA, role: 'member' },
    { ...BOB, role: 'owner' },
  ]
}

function Place() {
  return <p>at {useLocation().hash}</p>
}

const named = async () => {
  const list = await screen.findByRole('list', { name: 'Workspaces to transfer' })
  return within(list)
    .getAllByRole('listitem')
    .map(({ firstElementChild }) => firstElementChild?.textContent)
}

const button = (workspace: string) =>
  screen.getByRole('button', { name: new RegExp(`^Manage members of ${workspace}$`) })

test('names shared workspaces with this person as only owner before any confirmation', async () => {
  await setup(ENGINES, LEGAL, SHARED, ALONE, GUEST)
  expect(await named()).toEqual(['Analytical Engines · 2 members', 'Acme Legal · 2 members'])
  expect(screen.getByText(/Transfer each to one of them, or remove them/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull()
})

test('a person who is no workspace’s only owner can delete the account directly', async () => {
  const { requests } = await setup(ALONE, SHARED, GUEST)
  const looked = () => requests.map(({ url }) => url)
  await waitFor(() => expect(looked()).toContain(`/api/auth/workspaces/${SHARED.id}`))
  expect(looked()).not.toContain(`/api/auth/workspaces/${GUEST.id}`)
  expect(screen.getByRole('button', { name: 'Delete my account' })).toBeTruthy()
  expect(screen.queryByRole('list')).toBeNull()
})

test('links to the members of each workspace, switching to that workspace first', async () => {
  const { user, requests } = await setup(ENGINES, LEGAL)
  await named()
  await user.click(button('Analytical Engines'))
  expect(screen.getByText('at #workspaces')).toBeTruthy()
  expect(requests.some(({ url }) => url.endsWith('/enter'))).toBe(false)
  await user.click(button('Acme Legal'))
  await waitFor(() => expect(useToasts.getState().toasts[0]?.title).toBe('Switched to Acme Legal'))
})

test('a workspace that was transferred no longer prevents the deletion', async () => {
  await setup(ENGINES)
  await named()
  const change = resultOf(useWorkspaceChange)
  await act(() => change(() => handOver(ENGINES.id, BOB.accountId)))
  expect(await screen.findByRole('button', { name: 'Delete my account' })).toBeTruthy()
})
