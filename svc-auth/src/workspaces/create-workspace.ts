import { MAX_WORKSPACES } from '@inkproof/protocol/workspaces'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { nameOf } from './name-of.ts'
import type { WorkspaceStore } from './workspace-store.ts'
import type { WorkspaceRow } from './workspaces.model.ts'

export type CreateWorkspaceDeps = {
  workspaces: WorkspaceStore
  newId: () => string
  now: () => Date
}

/**
 * Returns the personal workspace. Its id is fixed at sign-up; its row is created on first use. Until somebody
 * chooses a name, it is named after its person, whose name may have changed.
 */
export async function personalWorkspace(
  { workspaces }: Pick<CreateWorkspaceDeps, 'workspaces'>,
  account: AccountRow,
): Promise<WorkspaceRow> {
  const { workspaceId, _id: personalOf, createdAt } = account
  const name = `${nameOf(account)}’s workspace`
  // Rows without `isNamed` were written by an earlier release: their name may have been chosen.
  const hasRightName = (row: WorkspaceRow) => row.isNamed !== false || row.name === name
  const known = await workspaces.find(workspaceId)
  if (known) {
    const rename = (row: WorkspaceRow) => (hasRightName(row) ? {} : { name })
    return hasRightName(known) ? known : workspaces.change(workspaceId, rename)
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

/** @throws AppError TOO_MANY_WORKSPACES if the person is in the maximum number of workspaces */
export async function requireRoomForWorkspace(
  { workspaces }: Pick<CreateWorkspaceDeps, 'workspaces'>,
  accountId: string,
): Promise<void> {
  const held = await workspaces.ofAccount(accountId)
  if (held.length >= MAX_WORKSPACES) throw new AppError('TOO_MANY_WORKSPACES')
}

function newWorkspace(_id: string, name: string, accountId: string, createdAt: Date): WorkspaceRow {
  const owner = { accountId, role: 'owner' as const, since: createdAt }
  return {
    ...{ _id, name, createdAt, version: 1, personalOf: null, isSettled: true, unsettled: [] },
    isNamed: false,
    members: [owner],
  }
}
