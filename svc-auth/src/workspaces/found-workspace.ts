import { MOST_WORKSPACES } from '@inkproof/protocol/workspaces'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { nameOf } from './name-of.ts'
import type { WorkspaceStore } from './workspace-store.ts'
import type { WorkspaceRow } from './workspaces.model.ts'

export type FoundDeps = { workspaces: WorkspaceStore; newId: () => string; now: () => Date }

/**
 * The personal workspace: its id is the account's from the start, its row is made when it is first looked at.
 * It is called after its person, who may have another name by now, until somebody names it.
 */
export async function personalWorkspace(
  { workspaces }: Pick<FoundDeps, 'workspaces'>,
  account: AccountRow,
): Promise<WorkspaceRow> {
  const { workspaceId, _id: personalOf, createdAt } = account
  const name = `${nameOf(account)}’s workspace`
  // A row from before names were told apart does not say it: the name may have been chosen.
  const isCalledSo = (row: WorkspaceRow) => row.isNamed !== false || row.name === name
  const known = await workspaces.find(workspaceId)
  if (known) {
    const rename = (row: WorkspaceRow) => (isCalledSo(row) ? {} : { name })
    return isCalledSo(known) ? known : workspaces.change(workspaceId, rename)
  }
  await workspaces.insert({ ...founded(workspaceId, name, personalOf, createdAt), personalOf })
  const row = await workspaces.find(workspaceId)
  if (!row) throw new AppError('UNAVAILABLE')
  return row
}

/**
 * A further workspace, which its founder owns.
 *
 * @throws AppError TOO_MANY_WORKSPACES
 */
export async function foundWorkspace(
  deps: FoundDeps,
  accountId: string,
  name: string,
): Promise<WorkspaceRow> {
  await mustHaveRoom(deps, accountId)
  const row = { ...founded(deps.newId(), name, accountId, deps.now()), isNamed: true }
  await deps.workspaces.insert(row)
  return row
}

/** @throws AppError TOO_MANY_WORKSPACES for somebody who belongs to as many as one may */
export async function mustHaveRoom(
  { workspaces }: Pick<FoundDeps, 'workspaces'>,
  accountId: string,
): Promise<void> {
  const held = await workspaces.ofAccount(accountId)
  if (held.length >= MOST_WORKSPACES) throw new AppError('TOO_MANY_WORKSPACES')
}

function founded(_id: string, name: string, accountId: string, createdAt: Date): WorkspaceRow {
  const owner = { accountId, role: 'owner' as const, since: createdAt }
  return {
    ...{ _id, name, createdAt, version: 1, personalOf: null, isSettled: true, unsettled: [] },
    isNamed: false,
    members: [owner],
  }
}
