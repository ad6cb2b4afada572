/** /workspaces/:id/invitations for owners, /invitations for whoever holds a mailed link. */
import { InvitationSecret, type InvitationView, InviteRequest } from '@inkproof/protocol/workspaces'
import { AppError } from '@inkproof/service-kit/app-error'
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import type { Request, Response, Router } from 'express'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { acceptInvitation } from './accept-invitation.ts'
import type { WorkspaceDesk } from './desk.http.ts'
import { invitationOf, invite, ownInvitation, withdraw } from './invitations.ts'
import { INVITES, INVITES_FROM, INVITES_OF, INVITES_TO, LOOKS } from './limits.ts'
import { isOwner, mustBelong } from './members.ts'
import { toSummary } from './to-workspace-view.ts'

export function invitationRoutes(desk: WorkspaceDesk): Router {
  const router = createRouter()

  router.post('/workspaces/:id/invitations', async (req, res) => {
    const { account, session } = await desk.proved(req)
    const request = parse(InviteRequest, req.body)
    const workspaceId = desk.idOf(req.params.id)
    const { network } = desk.callerOf(req, res)
    await send(desk, { workspaceId, inviter: account, network }, request)
    const workspace = mustBelong(await desk.workspaces.find(workspaceId), account._id)
    noStore(res.status(201)).json(await desk.view(workspace, session))
  })

  router.post('/workspaces/:id/invitations/:invitationId/resend', async (req, res) => {
    const { account, session } = await desk.proved(req)
    const { workspaceId, row } = await found(desk, req, account)
    const { email, role } = invitationOf(row)
    const { network } = desk.callerOf(req, res)
    await send(desk, { workspaceId, inviter: account, network }, { email, role })
    const workspace = mustBelong(await desk.workspaces.find(workspaceId), account._id)
    noStore(res).json(await desk.view(workspace, session))
  })

  router.delete('/workspaces/:id/invitations/:invitationId', async (req, res) => {
    const { account, session } = await desk.signedIn(req)
    const { workspaceId, row } = await found(desk, req, account)
    await withdraw(desk, [row])
    const workspace = mustBelong(await desk.workspaces.find(workspaceId), account._id)
    noStore(res).json(await desk.view(workspace, session))
  })

  addLinkRoutes(router, desk)
  return router
}

/** By POST with the secret in the body: it stays out of addresses and logs, and no scanner uses it up. */
function addLinkRoutes(router: Router, desk: WorkspaceDesk): void {
  const { tokens, workspaces } = desk

  router.post('/invitations/look', async (req, res) => {
    await desk.take(LOOKS, desk.callerOf(req, res).network)
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
    await desk.take(LOOKS, desk.callerOf(req, res).network)
    const { secret } = parse(InvitationSecret, req.body)
    const token = await tokens.look('invitation', secret)
    await withdraw(desk, [token])
    res.status(204).end()
  })

  router.post('/invitations/accept', async (req, res) => {
    const { account, session } = await desk.signedIn(req)
    const { secret } = parse(InvitationSecret, req.body)
    const workspace = await acceptInvitation(desk, account, secret)
    noStore(res).json(toSummary(workspace, session))
  })
}

type Sender = { workspaceId: string; inviter: AccountRow; network: string }

async function send(desk: WorkspaceDesk, sender: Sender, request: InviteRequest): Promise<void> {
  await desk.take(INVITES, sender.inviter._id)
  await desk.take(INVITES_FROM, sender.network)
  const address = request.email.toLowerCase()
  await desk.take(INVITES_OF, `${sender.workspaceId} ${address}`)
  await desk.take(INVITES_TO, address)
  const { workspace } = await invite(desk, sender, request)
  await desk.events.record({
    accountId: sender.inviter._id,
    kind: 'member-invited',
    data: { workspace, email: request.email, role: request.role },
  })
}

async function found(desk: WorkspaceDesk, req: Request, { _id: actorId }: AccountRow) {
  const workspaceId = desk.idOf(req.params['id'])
  const id = String(req.params['invitationId'])
  return { workspaceId, row: await ownInvitation(desk, { workspaceId, actorId, id }) }
}

function noStore(res: Response): Response {
  return res.set('cache-control', 'no-store')
}
