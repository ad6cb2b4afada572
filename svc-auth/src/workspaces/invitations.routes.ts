/** /workspaces/:id/invitations for owners, /invitations for whoever holds a mailed link. */
import { InvitationSecret, type InvitationView, InviteRequest } from '@inkproof/protocol/workspaces'
import { AppError } from '@inkproof/service-kit/app-error'
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import type { Request, Response, Router } from 'express'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { invitationOf, invite, ownInvitation, withdraw } from './invitations.ts'
import { INVITES, INVITES_FROM, INVITES_OF, INVITES_TO, LOOKS } from './limits.ts'
import { isOwner, mustBelong } from './members.ts'
import { toSummary } from './to-workspace-view.ts'
import type { WorkspaceContext } from './workspace-context.http.ts'

export function invitationRoutes(context: WorkspaceContext): Router {
  const router = createRouter()

  router.post('/workspaces/:id/invitations', async (req, res) => {
    const { account, session } = await context.proved(req)
    const request = parse(InviteRequest, req.body)
    const workspaceId = context.idOf(req.params.id)
    const { network } = context.callerOf(req, res)
    await send(context, { workspaceId, inviter: account, network }, request)
    const workspace = mustBelong(await context.workspaces.find(workspaceId), account._id)
    noStore(res.status(201)).json(await context.view(workspace, session))
  })

  router.post('/workspaces/:id/invitations/:invitationId/resend', async (req, res) => {
    const { account, session } = await context.proved(req)
    const { workspaceId, row } = await found(context, req, account)
    const { email, role } = invitationOf(row)
    const { network } = context.callerOf(req, res)
    await send(context, { workspaceId, inviter: account, network }, { email, role })
    const workspace = mustBelong(await context.workspaces.find(workspaceId), account._id)
    noStore(res).json(await context.view(workspace, session))
  })

  router.delete('/workspaces/:id/invitations/:invitationId', async (req, res) => {
    const { account, session } = await context.signedIn(req)
    const { workspaceId, row } = await found(context, req, account)
    await withdraw(context, [row])
    const workspace = mustBelong(await context.workspaces.find(workspaceId), account._id)
    noStore(res).json(await context.view(workspace, session))
  })

  addLinkRoutes(router, context)
  return router
}

/** By POST with the secret in the body: it stays out of addresses and logs, and no scanner uses it up. */
function addLinkRoutes(router: Router, context: WorkspaceContext): void {
  const { tokens, workspaces } = context

  router.post('/invitations/look', async (req, res) => {
    await context.consumeLimit(LOOKS, context.callerOf(req, res).network)
    const { secret } = parse(InvitationSecret, req.body)
    const token = await tokens.look('invitation', secret)
    const workspace = await workspaces.find(token.ownerId)
    const { email, role, inviter, inviterId } = invitationOf(token)
    if (!workspace || !isOwner(workspace, inviterId)) throw new AppError('LINK_EXPIRED')
    const view: InvitationView = {
      workspace: workspace.name,
      inviter,
      role,
      email,
      expiresAt: token.expiresAt.toISOString(),
    }
    noStore(res).json(view)
  })

  router.post('/invitations/decline', async (req, res) => {
    await context.consumeLimit(LOOKS, context.callerOf(req, res).network)
    const { secret } = parse(InvitationSecret, req.body)
    const token = await tokens.look('invitation', secret)
    await withdraw(context, [token])
    res.status(204).end()
  })

  router.post('/invitations/accept', async (req, res) => {
    const { account, session } = await context.signedIn(req)
    const { secret } = parse(InvitationSecret, req.body)
    const workspace = await acceptInvitation(context, account, secret)
    noStore(res).json(toSummary(workspace, session))
  })
}

type Sender = { workspaceId: string; inviter: AccountRow; network: string }

async function send(
  context: WorkspaceContext,
  sender: Sender,
  request: InviteRequest,
): Promise<void> {
  await context.consumeLimit(INVITES, sender.inviter._id)
  await context.consumeLimit(INVITES_FROM, sender.network)
  const address = request.email.toLowerCase()
  await context.consumeLimit(INVITES_OF, `${sender.workspaceId} ${address}`)
  await context.consumeLimit(INVITES_TO, address)
  const { workspace } = await invite(context, sender, request)
  await context.events.record({
    accountId: sender.inviter._id,
    kind: 'member-invited',
    data: { workspace, email: request.email, role: request.role },
  })
}

async function found(context: WorkspaceContext, req: Request, { _id: actorId }: AccountRow) {
  const workspaceId = context.idOf(req.params['id'])
  const id = String(req.params['invitationId'])
  return { workspaceId, row: await ownInvitation(context, { workspaceId, actorId, id }) }
}

function noStore(res: Response): Response {
  return res.set('cache-control', 'no-store')
}
