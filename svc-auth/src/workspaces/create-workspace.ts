import { MAX_WORKSPACES } from '@inkproof/protocol/workspaces'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { displayName } from './display-name.ts'
import type { WorkspaceStore } from './workspace-store.ts'
import type { WorkspaceRow } from './workspaces.model.ts'

export type CreateWorkspaceDeps = {
  workspaces: WorkspaceStore
  now: () => Date
}

/**
 * Returns an account's personal workspace. The workspace's id is fixed at sign-up, but its row is created here, on
 * first use. Until a user renames the workspace, this function also updates its name to the owner's current name.
 */
export async function requirePersonalWorkspace(
  { workspaces }: Pick<CreateWorkspaceDeps, 'workspaces'>,
  account: AccountRow,
): Promise<WorkspaceRow> {
  const { workspaceId, _id: personalOf, createdAt } = account
  const name = `${displayName(account)}’s workspace`
  // Rows written by an earlier release have no `isNamed`; a user may have chosen the workspace's name.
  const isNameCurrent = (row: WorkspaceRow) => row.isNamed !== false || row.name === name
  const existing = await workspaces.find(workspaceId)
  if (existing) {
    const rename = (row: WorkspaceRow) => (isNameCurrent(row) ? {} : { name })
    return isNameCurrent(existing) ? existing : workspaces.change(workspaceId, rename)
  }
  await workspaces.insert({ ...newWorkspace(workspaceId, name, personalOf, createdAt), personalOf })
  const row = await workspaces.find(workspaceId)
  if (!row) throw new AppError('UNAVAILABLE')
  return row
}

/**
 * Creates a workspace that the account owns. Has no effect if a workspace with this id exists.
 *
 * @throws AppError TOO_MANY_WORKSPACES
 */
export async function createWorkspace(
  deps: CreateWorkspaceDeps,
  accountId: string,
  { id, name }: { id: string; name: string },
): Promise<void> {
  if (await deps.workspaces.find(id)) return
  await requireRoomForWorkspace(deps, accountId)
  await deps.workspaces.insert({ ...newWorkspace(id, name, accountId, deps.now()), isNamed: true })
}

/** @throws AppError TOO_MANY_WORKSPACES if the user already belongs to the maximum number of workspaces */
export async function requireRoomForWorkspace(
  { workspaces }: Pick<CreateWorkspaceDeps, 'workspaces'>,
  accountId: string,
): Promise<void> {
  const workspacesOfPerson = await workspaces.ofAccount(accountId)
  if (workspacesOfPerson.length >= MAX_WORKSPACES) throw new AppError('TOO_MANY_WORKSPACES')
}

function newWorkspace(_id: string, name: string, accountId: string, createdAt: Date): WorkspaceRow {
  const owner = { accountId, role: 'owner' as const, since: createdAt }
  return {
    ...{ _id, name, createdAt, version: 1, personalOf: null, isSettled: true, unsettled: [] },
    isNamed: false,
    members: [owner],
  }
}
