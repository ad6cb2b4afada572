/** Database access for workspaces. Concurrent writes are decided by a primary key or a version comparison. */
import { MAX_WORKSPACES } from '@inkproof/protocol/workspaces'
import { AppError } from '@inkproof/service-kit/app-error'
import { changeByVersion } from '@inkproof/service-kit/change-by-version'
import { isDuplicateKey } from '@inkproof/service-kit/mongo'
import type { WorkspaceModel, WorkspaceRow } from './workspaces.model.ts'

/** The fields that a change may set. */
export type WorkspaceChange = Partial<
  Pick<WorkspaceRow, 'name' | 'isNamed' | 'personalOf' | 'members' | 'branding'>
> & {
  /** Members whose live sessions must be updated after this change. */
  resync?: readonly string[]
}

export type WorkspaceStore = {
  find(workspaceId: string): Promise<WorkspaceRow | undefined>
  /** The workspaces an account is a member of. */
  ofAccount(accountId: string): Promise<WorkspaceRow[]>
  /** Inserts a workspace. No effect if one with that id exists. */
  insert(workspace: WorkspaceRow): Promise<void>
  /**
   * Changes a workspace by comparing its version. `decide` receives the current row, may throw to reject the change,
   * and is called again after a concurrent change. Returning an empty object changes nothing.
   *
   * @throws AppError WORKSPACE_NOT_FOUND if the workspace does not exist.
   */
  change(
    workspaceId: string,
    decide: (workspace: WorkspaceRow) => WorkspaceChange,
  ): Promise<WorkspaceRow>
  /** Records that a member's sessions match the given workspace. Returns false if the workspace has changed since. */
  markSynced(workspace: WorkspaceRow, accountId: string): Promise<boolean>
  /** Returns up to one batch of the workspaces with members whose sessions have not been updated yet. */
  findUnsynced(): Promise<WorkspaceRow[]>
  /** Returns up to one batch of the workspaces that must be announced to other services. */
  findToAnnounce(now: Date): Promise<WorkspaceRow[]>
  /** Sets when to announce the workspace next; null for never. No effect if the workspace has changed since. */
  setAnnouncement(workspace: WorkspaceRow, at: Date | null): Promise<void>
  countToAnnounce(): Promise<number>
  /** Deletes a workspace without members. */
  removeEmpty(workspaceId: string): Promise<void>
}

const SWEEP_BATCH_SIZE = 50

export function createWorkspaceStore(model: WorkspaceModel): WorkspaceStore {
  async function find(workspaceId: string): Promise<WorkspaceRow | undefined> {
    return (await model.findById(workspaceId).lean<WorkspaceRow>()) ?? undefined
  }

  async function requireWorkspace(workspaceId: string): Promise<WorkspaceRow> {
    const row = await find(workspaceId)
    if (!row) throw new AppError('WORKSPACE_NOT_FOUND')
    return row
  }

  async function replace({ _id, version }: WorkspaceRow, set: object): Promise<boolean> {
    const next = { $set: { ...set, version: version + 1 } }
    const written = await model.updateOne({ _id, version }, next)
    return written.modifiedCount === 1
  }

  return {
    find,
    ofAccount: (accountId) =>
      model
        .find({ 'members.accountId': accountId })
        .limit(MAX_WORKSPACES + 1)
        .lean<WorkspaceRow[]>(),
    insert: async (workspace) => {
      await new model(workspace).save().catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error
      })
    },
    change: (workspaceId, decide) => {
      const read = () => requireWorkspace(workspaceId)
      return changeByVersion({ read, write: replace }, (row) => toSet(row, decide(row)))
    },
    markSynced: async (row, accountId) => {
      const unsettled = row.unsettled.filter((id) => id !== accountId)
      return replace(row, { unsettled, isSettled: unsettled.length === 0 })
    },
    findUnsynced: () =>
      model.find({ isSettled: false }).limit(SWEEP_BATCH_SIZE).lean<WorkspaceRow[]>(),
    findToAnnounce: (now) =>
      model
        .find({ announceAt: { $lte: now } })
        .limit(SWEEP_BATCH_SIZE)
        .lean<WorkspaceRow[]>(),
    setAnnouncement: async ({ _id, version }, announceAt) =>
      void (await model.updateOne({ _id, version }, { $set: { announceAt } })),
    countToAnnounce: () => model.countDocuments({ announceAt: { $gt: new Date(0) } }),
    removeEmpty: async (_id) => void (await model.deleteOne({ _id, members: { $size: 0 } })),
  }
}

/** Returns the fields to set; empty if nothing changes. */
function toSet(row: WorkspaceRow, { resync = [], ...set }: WorkspaceChange) {
  if (resync.length === 0 && Object.keys(set).length === 0) return {}
  const unsettled = [...new Set([...row.unsettled, ...resync])]
  const change = { ...set, ...withoutDeparted({ ...row, ...set }) }
  return { ...change, unsettled, isSettled: unsettled.length === 0, announceAt: new Date() }
}

/** Whoever leaves gets no more replies, also after coming back. Here, because members leave in several ways. */
function withoutDeparted({
  branding,
  members,
}: Pick<WorkspaceRow, 'branding' | 'members'>): WorkspaceChange {
  if (!branding?.replyTo) return {}
  const isMember = members.some(({ accountId }) => accountId === branding.replyTo)
  return isMember ? {} : { branding: { ...branding, replyTo: null } }
}
