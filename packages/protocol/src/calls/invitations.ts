/** Invitations to workspaces. */
import { type CallLimit, defineCall, EMPTY } from '../call.ts'
import { INVITER_IP_LIMIT, INVITER_LIMIT, SETTINGS_LIMIT } from '../call-limits.ts'
import {
  InvitationParams,
  InvitationSecret,
  InvitationView,
  InviteRequest,
  WorkspaceParams,
  WorkspaceSummary,
  WorkspaceView,
} from '../workspaces.ts'

const TAG = 'Invitations'

/** Shared by the calls of owners. A malformed id gets the same response as a workspace that does not exist. */
const byOwner = { tag: TAG, limit: SETTINGS_LIMIT, unknownParams: 'WORKSPACE_NOT_FOUND' } as const

/** Shared by the calls that send an invitation. */
const SENDING_LIMITS = [SETTINGS_LIMIT, INVITER_LIMIT, INVITER_IP_LIMIT] as const

/** Links looked up from one IP address: 256-bit secrets cannot be guessed, but each lookup costs time. */
const LINK_LIMIT = {
  name: 'invitation-looks',
  max: 120,
  windowSeconds: 60 * 60,
  whenRedisFails: 'closed',
  by: 'ip',
} as const satisfies CallLimit

export const inviteMember = defineCall({
  ...byOwner,
  method: 'POST',
  path: '/api/auth/workspaces/:id/invitations',
  summary: 'Invites an e-mail address as owner, member or viewer (owners only).',
  access: 'reauthenticated',
  limit: SENDING_LIMITS,
  params: WorkspaceParams,
  body: InviteRequest,
  responses: { 201: WorkspaceView },
  errors: ['OWNERS_ONLY', 'ALREADY_MEMBER', 'WORKSPACE_FULL'],
  idempotent: 'effect-once',
  console: { body: { email: '', role: 'member' }, effect: 'Sends an e-mail to the address.' },
})

export const resendInvitation = defineCall({
  ...byOwner,
  method: 'POST',
  path: '/api/auth/workspaces/:id/invitations/:invitationId/resend',
  summary: 'Sends an open invitation again with a new link (owners only).',
  access: 'reauthenticated',
  limit: SENDING_LIMITS,
  params: InvitationParams,
  responses: { 200: WorkspaceView },
  errors: ['OWNERS_ONLY', 'INVITATION_NOT_OPEN', 'ALREADY_MEMBER', 'WORKSPACE_FULL'],
  idempotent: 'effect-once',
  console: { effect: 'Sends an e-mail to the address; the previous link stops working.' },
})

export const withdrawInvitation = defineCall({
  ...byOwner,
  method: 'DELETE',
  path: '/api/auth/workspaces/:id/invitations/:invitationId',
  summary: 'Withdraws an open invitation (owners only).',
  access: 'session',
  params: InvitationParams,
  responses: { 200: WorkspaceView },
  errors: ['OWNERS_ONLY', 'INVITATION_NOT_OPEN'],
  console: { effect: 'The link in the e-mail stops working.' },
})

export const showInvitation = defineCall({
  method: 'POST',
  path: '/api/auth/invitations/look',
  worksWhenFull: true,
  summary:
    'Returns the workspace and role of an invitation, given the secret of its link. Changes nothing.',
  tag: TAG,
  access: 'anyone',
  limit: LINK_LIMIT,
  body: InvitationSecret,
  responses: { 200: InvitationView },
  errors: ['LINK_UNKNOWN', 'LINK_USED', 'LINK_EXPIRED'],
  console: { body: { secret: '' } },
})

export const acceptInvitation = defineCall({
  method: 'POST',
  path: '/api/auth/invitations/accept',
  summary: 'Accepts an invitation, with the account whose address it was sent to.',
  tag: TAG,
  access: 'session',
  limit: SETTINGS_LIMIT,
  body: InvitationSecret,
  responses: { 200: WorkspaceSummary },
  errors: [
    'LINK_UNKNOWN',
    'LINK_USED',
    'LINK_EXPIRED',
    'INVITATION_FOR_ANOTHER_ADDRESS',
    'WORKSPACE_FULL',
    'WORKSPACE_NOT_FOUND',
    'MEMBER_NOT_FOUND',
    'TOO_MANY_WORKSPACES',
  ],
  console: { body: { secret: '' }, effect: 'You become a member of that workspace.' },
})

export const declineInvitation = defineCall({
  method: 'POST',
  path: '/api/auth/invitations/decline',
  summary: 'Declines an invitation, given the secret of its link.',
  tag: TAG,
  access: 'anyone',
  limit: LINK_LIMIT,
  body: InvitationSecret,
  responses: { 204: EMPTY },
  errors: ['LINK_UNKNOWN', 'LINK_USED', 'LINK_EXPIRED'],
  console: { body: { secret: '' }, effect: 'The link in the e-mail stops working.' },
})

/** Invitations, as the owners of a workspace manage them. */
export const invitationCalls = { inviteMember, resendInvitation, withdrawInvitation }

/**
 * Invitations, for anyone with an e-mailed link. The secret is sent in the body of a POST, so that it stays out of URLs
 * and logs, and link scanners do not use it up.
 */
export const invitationLinkCalls = { showInvitation, acceptInvitation, declineInvitation }
