/** Notifies the other services of a workspace's name and members. */
import type { PersonalDataServices } from '../personal-data/personal-data-services.ts'
import type { WorkspaceStore } from './workspace-store.ts'
import type { WorkspaceRow } from './workspaces.model.ts'

export type AnnounceDeps = {
  workspaces: Pick<WorkspaceStore, 'find' | 'setAnnouncement' | 'removeEmpty'>
  personalData: Pick<PersonalDataServices, 'announceWorkspace'>
  /** Deletes what other features store about a workspace. */
  removeData: (workspaceId: string) => Promise<void>
  now: () => Date
}

const RETRY_AFTER_MS = 60_000

/**
 * Notifies the other services of a changed workspace, unless that has been done. If one of them is unreachable, the
 * sweep notifies all of them again a minute later. A workspace without members is deleted once all have been notified.
 */
export async function announceWorkspace(deps: AnnounceDeps, workspaceId: string): Promise<void> {
  const row = await deps.workspaces.find(workspaceId)
  if (!row?.announceAt) return
  if (!(await deps.personalData.announceWorkspace(toNotification(row)))) {
    const nextAttemptAt = new Date(deps.now().getTime() + RETRY_AFTER_MS)
    await deps.workspaces.setAnnouncement(row, nextAttemptAt)
  } else if (row.members.length === 0) {
    await deps.removeData(workspaceId)
    await deps.workspaces.removeEmpty(workspaceId)
  } else await deps.workspaces.setAnnouncement(row, null)
}

function toNotification({ _id: workspaceId, version, name, members }: WorkspaceRow) {
  return {
    workspaceId,
    version,
    name,
    members: members.map(({ accountId, role }) => ({ accountId, role })),
    ended: members.length === 0,
  }
}
