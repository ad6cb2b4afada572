/**
 * Workspaces. Everything that decides about one is in this one document and changes by comparing
 * `version` (workspace-store.ts `change`), so that "never without an owner" holds however many calls race.
 *
 * `unsettled` is the duty to bring the live sessions of these members in line: it is set in the write
 * that changes their role, so no crash leaves somebody with a role they have lost (sync-sessions.ts).
 */
import type { Role } from '@inkproof/protocol/auth'
import { type Connection, type InferRawDocTypeFromSchema, Schema } from 'mongoose'

const memberSchema = new Schema(
  {
    accountId: { type: String, required: true },
    role: { type: String, required: true, enum: ['owner', 'member', 'viewer'] },
    since: { type: Date, required: true },
  },
  { _id: false, strict: 'throw' },
)

const workspaceSchema = new Schema(
  {
    _id: { type: String, required: true },
    /** Counts the changes of this document; each is made by comparing it. */
    version: { type: Number, required: true },
    name: { type: String, required: true },
    /** Whether somebody chose the name; until then a personal one is called after its person. */
    isNamed: { type: Boolean, default: false },
    /** Whose personal one it is: they stay its owner as long as their account is there. */
    personalOf: { type: String, default: null },
    members: { type: [memberSchema], required: true },
    unsettled: { type: [String], required: true },
    /** Whether `unsettled` is empty. */
    isSettled: { type: Boolean, required: true },
    /**
     * When the other services are told of the workspace as it is, set in the write that changes its name or
     * members; null when they know it (announce-workspace.ts).
     */
    announceAt: { type: Date, default: null },
    createdAt: { type: Date, required: true, immutable: true },
  },
  { collection: 'workspaces', strict: 'throw', versionKey: false, autoIndex: false },
)
workspaceSchema.index({ 'members.accountId': 1 })
workspaceSchema.index({ isSettled: 1 })
workspaceSchema.index({ announceAt: 1 })

export type MemberRow = { accountId: string; role: Role; since: Date }
export type WorkspaceRow = Omit<InferRawDocTypeFromSchema<typeof workspaceSchema>, 'members'> & {
  members: readonly MemberRow[]
}

/** The collection. */
export type WorkspaceModel = ReturnType<typeof workspaceModel>

export function workspaceModel(connection: Connection) {
  return connection.model('Workspace', workspaceSchema)
}
