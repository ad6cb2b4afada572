/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import type { WorkspaceView } from '@inkproof/protocol/workspaces'
import { useToasts } from '@inkproof/slice'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { useLocation } from 'react-router-dom'
import { ACCOUNT, renderHookResult, show, signInAs, startService, USER } from '../testing/page.tsx'
import { ADA, BOB, ENGINES, PERSONAL, summaryOf } from '../testing/workspace.ts'
import { reloadWorkspaces } from '../workspaces/reload-workspaces.ts'
import { useWorkspaceChange } from '../workspaces/use-workspaces.ts'
import { transferWorkspace } from '../workspaces/workspaces.api.ts'
import { Component as DeletionSection } from './deletion-section.tsx'

const LEGAL: WorkspaceView = { ...ENGINES, id: 'w3', name: 'Acme Legal', isCurrent: false }
const SHARED: WorkspaceView = {
  ...LEGAL,
  id: 'w4',
  name: 'Owned by two',
  members: [ADA, { ...BOB, role: 'owner' }],
}
const ALONE: WorkspaceView = { ...LEGAL, id: 'w5', name: 'Nobody else', members: [ADA] }
const GUEST: WorkspaceView = { ...LEGAL, id: 'w6', name: 'Owned by someone else', role: 'member' }

let stop: () => Promise<void>
afterEach(async () => {
  await stop()
  act(() => useToasts.setState({ toasts: [] }))
})

/** Renders the section for a user who belongs to these workspaces; the first is the current one. */
async function setup(...workspaces: WorkspaceView[]) {
  let current = workspaces[0]?.id ?? ''
  const withCurrentFlag = (workspace: WorkspaceView) => ({
    ...workspace,
    isCurrent: workspace.id === current,
  })
  const service = await startService(({ url, method }) => {
    const [, , , , id, action] = url.split('/')
    const workspace = workspaces.find((candidate) => candidate.id === id)
    if (workspace === undefined)
      return { body: { workspaces: [PERSONAL, ...workspaces.map(withCurrentFlag).map(summaryOf)] } }
    if (action === 'enter') current = workspace.id
    if (action === 'enter') return { body: { user: { ...USER, workspaceId: id } } }
    const role = method === 'POST' ? ('member' as const) : workspace.role
    return {
      body: { ...withCurrentFlag(workspace), role, members: membersAfter(workspace, method) },
    }
  })
  stop = service.stop
  signInAs({ ...USER, workspaceId: current })
  show(
    <>
      <DeletionSection account={ACCOUNT} />
      <UrlHash />
    </>,
  )
  await act(reloadWorkspaces)
  return { ...service, user: userEvent.setup() }
}

/** Returns the members after the request: a POST transfers the workspace to Bob. */
function membersAfter({ members }: WorkspaceView, method: string) {
  if (method !== 'POST') return members
  return [
    { ...ADA, role: 'member' },
    { ...BOB, role: 'owner' },
  ]
}

function UrlHash() {
  return <p>at {useLocation().hash}</p>
}

const listedWorkspaces = async () => {
  const list = await screen.findByRole('list', { name: 'Workspaces to transfer' })
  return within(list)
    .getAllByRole('listitem')
    .map(({ firstElementChild }) => firstElementChild?.textContent)
}

const manageButton = (name: string) =>
  screen.getByRole('button', { name: new RegExp(`^Manage members of ${name}$`) })

test('lists the shared workspaces whose only owner is the user, before any confirmation', async () => {
  await setup(ENGINES, LEGAL, SHARED, ALONE, GUEST)
  expect(await listedWorkspaces()).toEqual([
    'Analytical Engines · 2 members',
    'Acme Legal · 2 members',
  ])
  expect(screen.getByText(/Transfer each to one of them, or remove them/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull()
})

test('a user who is not the only owner of any shared workspace can delete the account directly', async () => {
  const { requests } = await setup(ALONE, SHARED, GUEST)
  const requestedUrls = () => requests.map(({ url }) => url)
  await waitFor(() => expect(requestedUrls()).toContain(`/api/auth/workspaces/${SHARED.id}`))
  expect(requestedUrls()).not.toContain(`/api/auth/workspaces/${GUEST.id}`)
  expect(screen.getByRole('button', { name: 'Delete my account' })).toBeTruthy()
  expect(screen.queryByRole('list')).toBeNull()
})

test('links to the members of each workspace, switching to that workspace first', async () => {
  const { user, requests } = await setup(ENGINES, LEGAL)
  await listedWorkspaces()
  await user.click(manageButton('Analytical Engines'))
  expect(screen.getByText('at #workspaces')).toBeTruthy()
  expect(requests.some(({ url }) => url.endsWith('/enter'))).toBe(false)
  await user.click(manageButton('Acme Legal'))
  await waitFor(() => expect(useToasts.getState().toasts[0]?.title).toBe('Switched to Acme Legal'))
})

test('a transferred workspace no longer prevents the deletion', async () => {
  await setup(ENGINES)
  await listedWorkspaces()
  const change = renderHookResult(useWorkspaceChange)
  await act(() => change(() => transferWorkspace(ENGINES.id, BOB.accountId)))
  expect(await screen.findByRole('button', { name: 'Delete my account' })).toBeTruthy()
})
