/** Invitations to workspaces. */
import { type CallLimit, defineCall, EMPTY } from '../call.ts'
import { INVITER_ADDRESS_LIMIT, INVITER_LIMIT, SETTINGS_LIMIT } from '../call-limits.ts'
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

/** Of calls by owners. What cannot be an id is answered like a workspace that does not exist. */
const byOwner = { tag: TAG, limit: SETTINGS_LIMIT, unknownParams: 'WORKSPACE_NOT_FOUND' } as const

/** Of calls that send an invitation. */
const SENDING_LIMITS = [SETTINGS_LIMIT, INVITER_LIMIT, INVITER_ADDRESS_LIMIT] as const

/** Links looked at from one address: a secret of 256 bits is not guessed, but looking it up costs time. */
const LINK_LIMIT = {
  name: 'invitation-looks',
  max: 120,
  windowSeconds: 60 * 60,
  whenRedisFails: 'closed',
  by: 'address',
} as const satisfies CallLimit

export const inviteMember = defineCall({
  ...byOwner,
  method: 'POST',
  path: '/api/auth/workspaces/:id/invitations',
  summary: 'Invites an e-mail address as owner, member or viewer; for owners.',
  access: 'proof',
  limit: SENDING_LIMITS,
  params: WorkspaceParams,
  body: InviteRequest,
  answers: { 201: WorkspaceView },
  errors: ['OWNERS_ONLY', 'MEMBER_ALREADY', 'WORKSPACE_FULL'],
  idempotent: true,
  console: { body: { email: '', role: 'member' }, effect: 'Sends an e-mail to the address.' },
})

export const resendInvitation = defineCall({
  ...byOwner,
  method: 'POST',
  path: '/api/auth/workspaces/:id/invitations/:invitationId/resend',
  summary: 'Sends an open invitation again with a new link; for owners.',
  access: 'proof',
  limit: SENDING_LIMITS,
  params: InvitationParams,
  answers: { 200: WorkspaceView },
  errors: ['OWNERS_ONLY', 'INVITATION_GONE', 'MEMBER_ALREADY', 'WORKSPACE_FULL'],
  idempotent: true,
  console: { effect: 'Sends an e-mail to the address; the previous link stops working.' },
})

export const withdrawInvitation = defineCall({
  ...byOwner,
  method: 'DELETE',
  path: '/api/auth/workspaces/:id/invitations/:invitationId',
  summary: 'Withdraws an open invitation; for owners.',
  access: 'session',
  params: InvitationParams,
  answers: { 200: WorkspaceView },
  errors: ['OWNERS_ONLY', 'INVITATION_GONE'],
  console: { effect: 'The link in the e-mail stops working.' },
})

export const showInvitation = defineCall({
  method: 'POST',
  path: '/api/auth/invitations/look',
  summary: 'Returns what an invitation offers, by the secret of its link; changes nothing.',
  tag: TAG,
  access: 'anyone',
  limit: LINK_LIMIT,
  body: InvitationSecret,
  answers: { 200: InvitationView },
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
  answers: { 200: WorkspaceSummary },
  errors: [
    'LINK_UNKNOWN',
    'LINK_USED',
    'LINK_EXPIRED',
    'INVITATION_FOR_OTHER',
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
  summary: 'Declines an invitation, by the secret of its link.',
  tag: TAG,
  access: 'anyone',
  limit: LINK_LIMIT,
  body: InvitationSecret,
  answers: { 204: EMPTY },
  errors: ['LINK_UNKNOWN', 'LINK_USED', 'LINK_EXPIRED'],
  console: { body: { secret: '' }, effect: 'The link in the e-mail stops working.' },
})

/** Invitations, as the owners of a workspace manage them. */
export const invitationCalls = { inviteMember, resendInvitation, withdrawInvitation }

/**
 * Invitations, as whoever holds a mailed link sees them. By POST with the secret in the body: it stays out
 * of addresses and logs, and no link scanner uses it up.
 */
export const invitationLinkCalls = { showInvitation, acceptInvitation, declineInvitation }
