/**
 * Workspaces: who belongs to one, in which role, and how people are invited.
 */
import * as z from 'zod/mini'
import { Email, Name, Role } from './auth.ts'

/** Members of one workspace, open invitations included. */
export const MOST_MEMBERS = 200
/** Workspaces one person belongs to. */
export const MOST_WORKSPACES = 50

const Id = z.string().check(z.regex(/^[\w-]{22}$/))
const At = z.iso.datetime()

/** Names a workspace or an account. */
export const WorkspaceId = Id
/** Names an invitation to those who may withdraw it; it is not the secret in the mailed link. */
export const InvitationId = z.string().check(z.regex(/^[\w-]{43}$/))

/** Names a workspace in a path. */
export const WorkspaceParams = z.strictObject({ id: WorkspaceId })
/** Names a member of a workspace in a path. */
export const MemberParams = z.strictObject({ id: WorkspaceId, accountId: z.string() })
/** Names an open invitation of a workspace in a path. */
export const InvitationParams = z.strictObject({ id: WorkspaceId, invitationId: z.string() })

/** Characters of a workspace's name. */
export const WORKSPACE_NAME_MAX = 80

/** A name as shown: one line, of 1 to {@link WORKSPACE_NAME_MAX} characters. */
export const WorkspaceName = Name.check(z.maxLength(WORKSPACE_NAME_MAX))

/** A workspace as its members’ lists show it. */
export const WorkspaceSummary = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** What the caller may do there. */
  role: Role,
  /** The caller's own, made at sign-up: it is never left or handed over. */
  isPersonal: z.boolean(),
  /** The one this session works in. */
  isCurrent: z.boolean(),
  members: z.int().check(z.positive()),
})
export type WorkspaceSummary = z.infer<typeof WorkspaceSummary>

/** The personal one first, then by name. */
export const WorkspaceList = z.strictObject({
  workspaces: z.array(WorkspaceSummary).check(z.maxLength(MOST_WORKSPACES + 1)),
})
export type WorkspaceList = z.infer<typeof WorkspaceList>

/** Somebody who belongs to a workspace, as the others see them. */
export const MemberView = z.strictObject({
  accountId: z.string(),
  /** First and last name, else the address or the wallet in short. */
  name: z.string(),
  email: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  role: Role,
  since: At,
  isYou: z.boolean(),
  /** The workspace is this person's personal one, so they stay its owner. */
  isPersonal: z.boolean(),
})
export type MemberView = z.infer<typeof MemberView>

/** An invitation that nobody has accepted yet, as owners see it. */
export const OpenInvitation = z.strictObject({
  id: InvitationId,
  email: z.string(),
  role: Role,
  sentAt: At,
  expiresAt: At,
})
export type OpenInvitation = z.infer<typeof OpenInvitation>

/** `invitations` is empty for those who are not owners. */
export const WorkspaceView = z.extend(z.omit(WorkspaceSummary, { members: true }), {
  members: z.array(MemberView).check(z.maxLength(MOST_MEMBERS)),
  invitations: z.array(OpenInvitation).check(z.maxLength(MOST_MEMBERS)),
})
export type WorkspaceView = z.infer<typeof WorkspaceView>

/** POST /api/auth/workspaces, PATCH /api/auth/workspaces/:id */
export const NamedWorkspace = z.strictObject({ name: WorkspaceName })
/** PATCH /api/auth/workspaces/:id/members/:accountId */
export const RoleRequest = z.strictObject({ role: Role })
/** POST /api/auth/workspaces/:id/transfer: who owns it from then on. */
export const TransferRequest = z.strictObject({ accountId: Id })
/** POST /api/auth/workspaces/:id/invitations */
export const InviteRequest = z.strictObject({ email: Email, role: Role })
export type InviteRequest = z.infer<typeof InviteRequest>

/** The secret of a mailed link, which is `/user-profile#invitation=<secret>`. */
export const InvitationSecret = z.strictObject({
  secret: z.string().check(z.minLength(1), z.maxLength(100)),
})

/** What the mailed link offers, for whoever holds it. */
export const InvitationView = z.strictObject({
  workspace: z.string(),
  /** Who sent it, by name. */
  inviter: z.string(),
  role: Role,
  /** The address it was sent to: only the account with that address can accept it. */
  email: z.string(),
  expiresAt: At,
})
export type InvitationView = z.infer<typeof InvitationView>
