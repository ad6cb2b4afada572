import { MAX_WORKSPACES } from '@inkproof/protocol/workspaces'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { displayName } from './display-name.ts'
import type { WorkspaceStore } from './workspace-store.ts'
import type { WorkspaceRow } from './workspaces.model.ts'

export type CreateWorkspaceDeps = {
  workspaces: WorkspaceStore
  newId: () => string
  now: () => Date
}

/**
 * Returns the personal workspace. Its id is fixed at sign-up; its row is created on first use. Until somebody renames
 * it, its name follows the name of its owner.
 */
export async function requirePersonalWorkspace(
  { workspaces }: Pick<CreateWorkspaceDeps, 'workspaces'>,
  account: AccountRow,
): Promise<WorkspaceRow> {
  const { workspaceId, _id: personalOf, createdAt } = account
  const name = `${displayName(account)}’s workspace`
  // Rows written by an earlier release have no `isNamed`; somebody may have chosen their name.
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
 * Creates another workspace, owned by its creator.
 *
 * @throws AppError TOO_MANY_WORKSPACES
 */
export async function createWorkspace(
  deps: CreateWorkspaceDeps,
  accountId: string,
  name: string,
): Promise<WorkspaceRow> {
  await requireRoomForWorkspace(deps, accountId)
  const row = { ...newWorkspace(deps.newId(), name, accountId, deps.now()), isNamed: true }
  await deps.workspaces.insert(row)
  return row
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
