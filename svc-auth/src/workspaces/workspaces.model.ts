/**
 * Workspaces. All state that a workspace's invariants depend on is in this one document, and each change compares
 * `version` (workspace-store.ts `change`), so "a workspace always has an owner" holds under concurrent calls.
 *
 * `unsettled` lists the members whose live sessions must be updated. The write that changes their role sets it, so
 * that no session keeps an old role after a crash (sync-sessions.ts).
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

const logoSchema = new Schema(
  {
    /** Of the row in `logos`, written before (../branding/put-logo.ts). */
    id: { type: String, required: true },
    /** In pixels. */
    width: { type: Number, required: true },
    height: { type: Number, required: true },
  },
  { _id: false, strict: 'throw' },
)

const brandingSchema = new Schema(
  {
    logo: { type: logoSchema, default: null },
    color: { type: String, default: null },
    privacyUrl: { type: String, default: null },
    termsUrl: { type: String, default: null },
    /** The account of the member who gets replies (workspace-store.ts removes those who leave). */
    replyTo: { type: String, default: null },
  },
  { _id: false, strict: 'throw' },
)

const workspaceSchema = new Schema(
  {
    _id: { type: String, required: true },
    /** What signing requests show; null if nothing was ever set. */
    branding: { type: brandingSchema, default: null },
    /** Incremented by each change to this document. */
    version: { type: Number, required: true },
    name: { type: String, required: true },
    /** Whether a user chose the name. Until then, a personal workspace is named after its owner. */
    isNamed: { type: Boolean, default: false },
    /** The account whose personal workspace this is. The account remains an owner until it is deleted. */
    personalOf: { type: String, default: null },
    members: { type: [memberSchema], required: true },
    unsettled: { type: [String], required: true },
    /** Whether `unsettled` is empty. */
    isSettled: { type: Boolean, required: true },
    /**
     * When to announce the workspace to the other services. Each change sets this to the current time, in the same
     * write; null once all services have been notified (announce-workspace.ts).
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
export type LogoRow = { id: string; width: number; height: number }
export type BrandingRow = {
  logo: LogoRow | null
  color: string | null
  privacyUrl: string | null
  termsUrl: string | null
  replyTo: string | null
}
export type WorkspaceRow = Omit<
  InferRawDocTypeFromSchema<typeof workspaceSchema>,
  'members' | 'branding'
> & {
  members: readonly MemberRow[]
  /** Missing in rows of an earlier release. */
  branding?: BrandingRow | null
}

export type WorkspaceModel = ReturnType<typeof workspaceModel>

export function workspaceModel(connection: Connection) {
  return connection.model('Workspace', workspaceSchema)
}
