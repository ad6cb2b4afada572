/** Workspaces, their members and roles, and invitations. */
import * as z from 'zod/mini'
import { Name, Role } from './auth.ts'
import { Email } from './email-address.ts'

/** Maximum number of members of one workspace, including open invitations. */
export const MAX_MEMBERS = 200
/** Maximum number of workspaces of one person. */
export const MAX_WORKSPACES = 50

const Id = z.string().check(z.regex(/^[\w-]{22}$/))
const Timestamp = z.iso.datetime()

/** Identifies a workspace or an account. */
export const WorkspaceId = Id
/** Invitation id, visible only to the workspace's owners. Not the secret in the e-mailed link. */
export const InvitationId = z.string().check(z.regex(/^[\w-]{43}$/))

/** Path parameters of a workspace. */
export const WorkspaceParams = z.strictObject({ id: WorkspaceId })
/** Path parameters of a member. */
export const MemberParams = z.strictObject({ id: WorkspaceId, accountId: z.string() })
/** Path parameters of an open invitation. */
export const InvitationParams = z.strictObject({ id: WorkspaceId, invitationId: z.string() })

/** Maximum length of a workspace's name. */
export const WORKSPACE_NAME_MAX = 80

/** A single-line name of 1 to {@link WORKSPACE_NAME_MAX} characters. */
export const WorkspaceName = Name.check(z.maxLength(WORKSPACE_NAME_MAX))

/** A workspace in the list of a member. */
export const WorkspaceSummary = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** The caller's role in the workspace. */
  role: Role,
  /** The caller's personal workspace, created at sign-up: it cannot be left or transferred. */
  isPersonal: z.boolean(),
  /** The workspace of this session. */
  isCurrent: z.boolean(),
  members: z.int().check(z.positive()),
})
export type WorkspaceSummary = z.infer<typeof WorkspaceSummary>

/** The personal workspace first, then the others by name. */
export const WorkspaceList = z.strictObject({
  workspaces: z.array(WorkspaceSummary).check(z.maxLength(MAX_WORKSPACES + 1)),
})
export type WorkspaceList = z.infer<typeof WorkspaceList>

/** A member of a workspace, as other members see them. */
export const MemberView = z.strictObject({
  accountId: z.string(),
  /** First and last name, otherwise the e-mail address or the shortened wallet address. */
  name: z.string(),
  email: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  role: Role,
  since: Timestamp,
  isYou: z.boolean(),
  /** The workspace is this user's personal one, so they always remain its owner. */
  isPersonal: z.boolean(),
})
export type MemberView = z.infer<typeof MemberView>

/** An open invitation, as owners see it. */
export const OpenInvitation = z.strictObject({
  id: InvitationId,
  email: z.string(),
  role: Role,
  sentAt: Timestamp,
  expiresAt: Timestamp,
})
export type OpenInvitation = z.infer<typeof OpenInvitation>

/** A workspace with its members. `invitations` is empty for members who are not owners. */
export const WorkspaceView = z.extend(z.omit(WorkspaceSummary, { members: true }), {
  members: z.array(MemberView).check(z.maxLength(MAX_MEMBERS)),
  invitations: z.array(OpenInvitation).check(z.maxLength(MAX_MEMBERS)),
})
export type WorkspaceView = z.infer<typeof WorkspaceView>

/** The name of a new workspace, or the new name of one. */
export const NamedWorkspace = z.strictObject({ name: WorkspaceName })
/** The new role of a member. */
export const RoleRequest = z.strictObject({ role: Role })
/** The new owner. */
export const TransferRequest = z.strictObject({ accountId: Id })
/** The e-mail address to invite, and the role. */
export const InviteRequest = z.strictObject({ email: Email, role: Role })
export type InviteRequest = z.infer<typeof InviteRequest>

/** The secret of a mailed link, which is `/user-profile#invitation=<secret>`. */
export const InvitationSecret = z.strictObject({
  secret: z.string().check(z.minLength(1), z.maxLength(100)),
})

/** The invitation that a mailed link offers, as shown to anyone with the link. */
export const InvitationView = z.strictObject({
  workspace: z.string(),
  /** The sender's name. */
  inviter: z.string(),
  role: Role,
  /** The address it was sent to; only the account with that address can accept it. */
  email: z.string(),
  expiresAt: Timestamp,
})
export type InvitationView = z.infer<typeof InvitationView>
