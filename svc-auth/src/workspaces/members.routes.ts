/** /workspaces/:id/members and /transfer: roles, taking out, leaving, handing over. */
import { RoleRequest, TransferRequest, WorkspaceId } from '@inkproof/protocol/workspaces'
import { AppError } from '@inkproof/service-kit/app-error'
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import type { Request, Router } from 'express'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { withdrawBy, withdrawFor } from './invitations.ts'
import { type OnMember, removeMember, setRole, transfer } from './members.ts'
import { nameOf } from './name-of.ts'
import type { WorkspaceContext } from './workspace-context.http.ts'
import type { WorkspaceRow } from './workspaces.model.ts'

export function memberRoutes(context: WorkspaceContext): Router {
  const router = createRouter()

  router.patch('/workspaces/:id/members/:accountId', async (req, res) => {
    const { account, session } = await context.proved(req)
    const { role } = parse(RoleRequest, req.body)
    const on = onMember(context, req, account)
    const { workspace, before } = await setRole(context, { ...on, role })
    if (role !== 'owner') await withdrawBy(context, on.workspaceId, on.memberId)
    if (before !== role)
      await recordMemberChange(context, { ...on, workspace, actor: account, role })
    res.json(await context.view(workspace, session))
  })

  router.delete('/workspaces/:id/members/:accountId', async (req, res) => {
    const { account } = await context.proved(req)
    const on = onMember(context, req, account)
    const workspace = await removeMember(context, on)
    const gone = await context.accounts.find(on.memberId)
    await withdrawFor(context, on.workspaceId, gone?.email)
    await withdrawBy(context, on.workspaceId, on.memberId)
    await recordMemberChange(context, { ...on, workspace, actor: account })
    res.status(204).end()
  })

  router.post('/workspaces/:id/transfer', async (req, res) => {
    const { account, session } = await context.proved(req)
    const { accountId: memberId } = parse(TransferRequest, req.body)
    const workspaceId = context.idOf(req.params.id)
    const on = { workspaceId, actorId: account._id, memberId }
    const workspace = await transfer(context, on)
    if (memberId !== account._id) {
      await withdrawBy(context, workspaceId, account._id)
      await recordMemberChange(context, { ...on, workspace, actor: account, role: 'owner' })
    }
    res.json(await context.view(workspace, session))
  })

  return router
}

function onMember(context: WorkspaceContext, req: Request, actor: AccountRow): OnMember {
  const memberId = WorkspaceId.safeParse(req.params['accountId'])
  const workspaceId = context.idOf(req.params['id'])
  if (!memberId.success) throw new AppError('MEMBER_NOT_FOUND')
  return { workspaceId, actorId: actor._id, memberId: memberId.data }
}

type MemberChange = { workspace: WorkspaceRow; actor: AccountRow; memberId: string; role?: string }

/** Into the history of the person it happened to, and by mail unless they did it themselves. */
async function recordMemberChange(
  context: WorkspaceContext,
  { workspace, actor, memberId, role }: MemberChange,
) {
  const member = await context.accounts.find(memberId)
  if (!member) return
  const isOwnDoing = memberId === actor._id
  await context.events.record({
    accountId: memberId,
    kind: role === undefined ? 'member-removed' : 'role-changed',
    data: {
      workspace: workspace.name,
      by: nameOf(actor),
      ...(role !== undefined && { role }),
      ...(isOwnDoing && { own: 'yes' }),
    },
    mailTo: isOwnDoing ? null : (member.email ?? null),
  })
}
