/** Calls with which owners send and withdraw invitations, and invited people accept or decline them. */

import { invitationCalls, invitationLinkCalls } from '@inkproof/protocol/calls/invitations'
import { normalizeEmail } from '@inkproof/protocol/email-address'
import type { InvitationView, InviteRequest, WorkspaceView } from '@inkproof/protocol/workspaces'
import { AppError } from '@inkproof/service-kit/app-error'
import type { Session } from '@inkproof/service-kit/auth'
import { type BoundCall, implement } from '@inkproof/service-kit/calls/implement'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { invite, parseInvitation, requireOpenInvitation, withdraw } from './invitations.ts'
import { INVITES_PER_ADDRESS, INVITES_PER_WORKSPACE } from './limits.ts'
import { isOwner, requireMember, requireOwner } from './members.ts'
import { toSummary } from './to-workspace-view.ts'
import type { WorkspaceContext } from './workspace-context.ts'

export function implementInvitationCalls(context: WorkspaceContext): BoundCall[] {
  return implement(invitationCalls, {
    inviteMember: async ({ session, params: { id: workspaceId }, body, once }) => {
      const inviter = await context.accountOf(session)
      requireOwner(await context.workspaces.find(workspaceId), inviter._id)
      await once((cause) => send(context, { workspaceId, inviter, cause }, body))
      return viewOf(context, workspaceId, session)
    },
    resendInvitation: async ({ session, params: { id: workspaceId, invitationId: id }, once }) => {
      const inviter = await context.accountOf(session)
      requireOwner(await context.workspaces.find(workspaceId), inviter._id)
      await once(async (cause) => {
        const actorId = inviter._id
        // An earlier attempt at this request may already have replaced the invitation.
        const sent = await context.tokens.findByCause('invitation', cause)
        const row = sent ?? (await requireOpenInvitation(context, { workspaceId, actorId, id }))
        const { email, role } = parseInvitation(row)
        await send(context, { workspaceId, inviter, cause }, { email, role })
      })
      return viewOf(context, workspaceId, session)
    },
    withdrawInvitation: async ({ session, params: { id: workspaceId, invitationId: id } }) => {
      const { _id: actorId } = await context.accountOf(session)
      await withdraw(context, [await requireOpenInvitation(context, { workspaceId, actorId, id })])
      return viewOf(context, workspaceId, session)
    },
  })
}

export function implementInvitationLinkCalls(context: WorkspaceContext): BoundCall[] {
  return implement(invitationLinkCalls, {
    showInvitation: ({ body }) => show(context, body.secret),
    declineInvitation: async ({ body }) =>
      withdraw(context, [await context.tokens.find('invitation', body.secret)]),
    acceptInvitation: async ({ session, body }) => {
      const account = await context.accountOf(session)
      return toSummary(await acceptInvitation(context, account, body.secret), session)
    },
  })
}

async function viewOf(
  context: WorkspaceContext,
  workspaceId: string,
  session: Session,
): Promise<WorkspaceView> {
  const workspace = requireMember(await context.workspaces.find(workspaceId), session.accountId)
  return context.view(workspace, session)
}

/** Returns what the invited person is shown. @throws AppError LINK_UNKNOWN, LINK_USED, LINK_EXPIRED */
async function show(context: WorkspaceContext, secret: string): Promise<InvitationView> {
  const token = await context.tokens.find('invitation', secret)
  const workspace = await context.workspaces.find(token.ownerId)
  const { email, role, inviter, inviterId } = parseInvitation(token)
  if (!workspace || !isOwner(workspace, inviterId)) throw new AppError('LINK_EXPIRED')
  const expiresAt = token.expiresAt.toISOString()
  return { workspace: workspace.name, inviter, role, email, expiresAt }
}

/**
 * Sends an invitation. Repeating the call with the same `cause` sends no second one.
 *
 * @throws AppError OWNERS_ONLY, ALREADY_MEMBER, WORKSPACE_FULL, TOO_MANY_REQUESTS
 */
async function send(
  context: WorkspaceContext,
  { workspaceId, inviter, cause }: { workspaceId: string; inviter: AccountRow; cause: string },
  request: InviteRequest,
): Promise<void> {
  const address = normalizeEmail(request.email)
  await context.consumeLimit(INVITES_PER_WORKSPACE, `${workspaceId} ${address}`)
  await context.consumeLimit(INVITES_PER_ADDRESS, address)
  const { workspace } = await invite(context, { workspaceId, inviter, cause }, request)
  await context.events.record({
    accountId: inviter._id,
    kind: 'member-invited',
    data: { workspace, email: request.email, role: request.role },
    cause,
  })
}
