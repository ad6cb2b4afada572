/** /workspaces: which ones there are, what they are called, and where this session works. */
import type { Me } from '@inkproof/protocol/auth'
import { NamedWorkspace, type WorkspaceList } from '@inkproof/protocol/workspaces'
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import type { Response, Router } from 'express'
import { toUser } from '../accounts/to-user.ts'
import { foundWorkspace, personalWorkspace } from './found-workspace.ts'
import { FOUNDED } from './limits.ts'
import { mustBelong, mustOwn } from './members.ts'
import { enterWorkspace } from './memberships.ts'
import { toSummary } from './to-workspace-view.ts'
import type { WorkspaceContext } from './workspace-context.http.ts'

export function workspaceRoutes(context: WorkspaceContext): Router {
  const router = createRouter()
  const { workspaces } = context

  router.get('/workspaces', async (req, res) => {
    const { account, session } = await context.signedIn(req)
    const personal = await personalWorkspace(context, account)
    const held = await workspaces.ofAccount(account._id)
    const others = held.filter(({ _id }) => _id !== personal._id).sort(byName)
    const list: WorkspaceList = {
      workspaces: [personal, ...others].map((one) => toSummary(one, session)),
    }
    answer(res, list)
  })

  router.post('/workspaces', async (req, res) => {
    const { account, session } = await context.signedIn(req)
    await context.consumeLimit(FOUNDED, account._id)
    const { name } = parse(NamedWorkspace, req.body)
    const made = await foundWorkspace(context, account._id, name)
    answer(res.status(201), await context.view(made, session))
  })

  router.get('/workspaces/current', async (req, res) => {
    const { account, session } = await context.signedIn(req)
    const isPersonal = session.workspaceId === account.workspaceId
    const row = isPersonal
      ? await personalWorkspace(context, account)
      : mustBelong(await workspaces.find(session.workspaceId), account._id)
    answer(res, toSummary(row, session))
  })

  router.get('/workspaces/:id', async (req, res) => {
    const { account, session } = await context.signedIn(req)
    const row = await workspaces.find(context.idOf(req.params.id))
    answer(res, await context.view(mustBelong(row, account._id), session))
  })

  router.patch('/workspaces/:id', async (req, res) => {
    const { account, session } = await context.signedIn(req)
    const { name } = parse(NamedWorkspace, req.body)
    const row = await workspaces.change(context.idOf(req.params.id), (now) => {
      const own = mustOwn(now, account._id)
      return own.isNamed && own.name === name ? {} : { name, isNamed: true }
    })
    answer(res, await context.view(row, session))
  })

  router.post('/workspaces/:id/enter', async (req, res) => {
    const { account, session } = await context.signedIn(req)
    const workspaceId = context.idOf(req.params.id)
    const { sessionId } = session
    const entered = await enterWorkspace(context, account, { sessionId, workspaceId })
    const me: Me = { user: toUser(entered.account, entered.membership) }
    answer(res, me)
  })

  return router
}

function answer(res: Response, body: unknown): void {
  res.set('cache-control', 'no-store').json(body)
}

function byName(one: { name: string }, other: { name: string }): number {
  return one.name.localeCompare(other.name, 'en')
}
