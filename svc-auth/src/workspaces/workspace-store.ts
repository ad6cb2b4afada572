/** What the verbs ask of the database. Each decision in it is a primary key or a compared version. */
import { MOST_WORKSPACES } from '@inkproof/protocol/workspaces'
import { AppError } from '@inkproof/service-kit/app-error'
import { changeByVersion } from '@inkproof/service-kit/change-by-version'
import { isDuplicateKey } from '@inkproof/service-kit/mongo'
import type { WorkspaceModel, WorkspaceRow } from './workspaces.model.ts'

/** What a change may set. */
export type WorkspaceChange = Partial<
  Pick<WorkspaceRow, 'name' | 'isNamed' | 'personalOf' | 'members'>
> & {
  /** Members whose live sessions have to follow this change. */
  resync?: readonly string[]
}

export type WorkspaceStore = {
  find(workspaceId: string): Promise<WorkspaceRow | undefined>
  /** Those an account is a member of. */
  ofAccount(accountId: string): Promise<WorkspaceRow[]>
  /** Does nothing where one with that id exists. */
  insert(workspace: WorkspaceRow): Promise<void>
  /**
   * Changes a workspace by comparing its version; `decide` sees it as it is now, may refuse by throwing,
   * and is asked again when another change came first. Nothing to change is an empty object.
   *
   * @throws AppError WORKSPACE_NOT_FOUND when there is none.
   */
  change(
    workspaceId: string,
    decide: (workspace: WorkspaceRow) => WorkspaceChange,
  ): Promise<WorkspaceRow>
  /** Notes that a member's sessions follow the workspace as it was read. False when it has changed since. */
  markSynced(workspace: WorkspaceRow, accountId: string): Promise<boolean>
  /** Some of those with members whose sessions do not follow yet. */
  unsettled(): Promise<WorkspaceRow[]>
  /** Some of those that other services are to be told of. */
  toAnnounce(now: Date): Promise<WorkspaceRow[]>
  /** When the other services are told next, null for known to them. No effect when it has changed since. */
  setAnnouncement(workspace: WorkspaceRow, at: Date | null): Promise<void>
  countToAnnounce(): Promise<number>
  /** Removes a workspace nobody is a member of. */
  removeEmpty(workspaceId: string): Promise<void>
}

const SWEPT_AT_ONCE = 50

export function workspaceStore(model: WorkspaceModel): WorkspaceStore {
  async function find(workspaceId: string): Promise<WorkspaceRow | undefined> {
    return (await model.findById(workspaceId).lean<WorkspaceRow>()) ?? undefined
  }

  async function mustFind(workspaceId: string): Promise<WorkspaceRow> {
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
        .limit(MOST_WORKSPACES + 1)
        .lean<WorkspaceRow[]>(),
    insert: async (workspace) => {
      await new model(workspace).save().catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error
      })
    },
    change: (workspaceId, decide) => {
      const read = () => mustFind(workspaceId)
      return changeByVersion({ read, write: replace }, (row) => toSet(row, decide(row)))
    },
    markSynced: async (row, accountId) => {
      const unsettled = row.unsettled.filter((id) => id !== accountId)
      return replace(row, { unsettled, isSettled: unsettled.length === 0 })
    },
    unsettled: () => model.find({ isSettled: false }).limit(SWEPT_AT_ONCE).lean<WorkspaceRow[]>(),
    toAnnounce: (now) =>
      model
        .find({ announceAt: { $lte: now } })
        .limit(SWEPT_AT_ONCE)
        .lean<WorkspaceRow[]>(),
    setAnnouncement: async ({ _id, version }, announceAt) =>
      void (await model.updateOne({ _id, version }, { $set: { announceAt } })),
    countToAnnounce: () => model.countDocuments({ announceAt: { $gt: new Date(0) } }),
    removeEmpty: async (_id) => void (await model.deleteOne({ _id, members: { $size: 0 } })),
  }
}

/** Empty where nothing changes. */
function toSet(row: WorkspaceRow, { resync = [], ...set }: WorkspaceChange) {
  if (resync.length === 0 && Object.keys(set).length === 0) return {}
  const unsettled = [...new Set([...row.unsettled, ...resync])]
  return { ...set, unsettled, isSettled: unsettled.length === 0, announceAt: new Date() }
}
