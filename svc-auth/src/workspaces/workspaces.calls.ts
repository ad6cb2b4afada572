/** Calls for the workspaces of the signed-in account. */
import type { Me } from '@inkproof/protocol/auth'
import { workspaceCalls } from '@inkproof/protocol/calls/workspaces'
import type { WorkspaceList, WorkspaceSummary } from '@inkproof/protocol/workspaces'
import type { Session } from '@inkproof/service-kit/auth'
import { type BoundCall, implement } from '@inkproof/service-kit/calls/implement'
import { toUser } from '../accounts/to-user.ts'
import { createWorkspace, requirePersonalWorkspace } from './create-workspace.ts'
import { requireMember, requireOwner } from './members.ts'
import { enterWorkspace } from './memberships.ts'
import { toSummary } from './to-workspace-view.ts'
import type { WorkspaceContext } from './workspace-context.ts'

export function implementWorkspaceCalls(context: WorkspaceContext): BoundCall[] {
  const { workspaces } = context
  return implement(workspaceCalls, {
    listWorkspaces: ({ session }) => list(context, session),
    createWorkspace: async ({ session, body, once }) => {
      const account = await context.accountOf(session)
      const id = await once(async (newId) => {
        await createWorkspace(context, account._id, { id: newId, name: body.name })
        return newId
      })
      return context.view(requireMember(await workspaces.find(id), account._id), session)
    },
    showCurrentWorkspace: ({ session }) => showCurrent(context, session),
    showWorkspace: async ({ session, params }) => {
      const account = await context.accountOf(session)
      return context.view(requireMember(await workspaces.find(params.id), account._id), session)
    },
    renameWorkspace: async ({ session, params, body: { name } }) => {
      const account = await context.accountOf(session)
      const row = await workspaces.change(params.id, (current) => {
        const workspace = requireOwner(current, account._id)
        return workspace.isNamed && workspace.name === name ? {} : { name, isNamed: true }
      })
      return context.view(row, session)
    },
    enterWorkspace: ({ session, params }) => enter(context, session, params.id),
  })
}

async function list(context: WorkspaceContext, session: Session): Promise<WorkspaceList> {
  const account = await context.accountOf(session)
  const personal = await requirePersonalWorkspace(context, account)
  const all = await context.workspaces.ofAccount(account._id)
  const others = all.filter(({ _id }) => _id !== personal._id).sort(byName)
  return { workspaces: [personal, ...others].map((workspace) => toSummary(workspace, session)) }
}

async function showCurrent(context: WorkspaceContext, session: Session): Promise<WorkspaceSummary> {
  const account = await context.accountOf(session)
  const isPersonal = session.workspaceId === account.workspaceId
  const row = isPersonal
    ? await requirePersonalWorkspace(context, account)
    : requireMember(await context.workspaces.find(session.workspaceId), account._id)
  return toSummary(row, session)
}

async function enter(
  context: WorkspaceContext,
  session: Session,
  workspaceId: string,
): Promise<Me> {
  const account = await context.accountOf(session)
  const { sessionId } = session
  const entered = await enterWorkspace(context, account, { sessionId, workspaceId })
  return { user: toUser(entered.account, entered.membership) }
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name.localeCompare(b.name, 'en')
}
