/** What the routes of workspaces have in common: who asks, and how a workspace is shown to them. */
import { WorkspaceId, type WorkspaceView } from '@inkproof/protocol/workspaces'
import { AppError } from '@inkproof/service-kit/app-error'
import { requireProof, type Session } from '@inkproof/service-kit/auth'
import type { Request } from 'express'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { mustFind } from '../accounts/must-find.ts'
import type { Kit } from '../kit.ts'
import { SETTINGS } from '../sessions/session-limits.ts'
import { invitationOf, openInvitations } from './invitations.ts'
import { isOwner } from './members.ts'
import { settleSessions } from './settle-sessions.ts'
import { toWorkspaceView } from './to-workspace-view.ts'
import { type WorkspaceStore, workspaceStore } from './workspace-store.ts'
import { type WorkspaceRow, workspaceModel } from './workspaces.model.ts'

type Asking = { account: AccountRow; session: Session }

export type WorkspaceDesk = Kit & {
  workspaces: WorkspaceStore
  settle: (workspaceId: string, accountId: string) => Promise<void>
  accountsOf: (workspace: WorkspaceRow) => Promise<AccountRow[]>
  /** @throws AppError SIGN_IN_REQUIRED, SESSION_ENDED or TOO_MANY_REQUESTS */
  signedIn: (req: Request) => Promise<Asking>
  /** For what changes who may do what. @throws AppError PROOF_NEEDED as well */
  proved: (req: Request) => Promise<Asking>
  /** @throws AppError WORKSPACE_NOT_FOUND for what is no id at all */
  idOf: (param: unknown) => string
  view: (workspace: WorkspaceRow, session: Session) => Promise<WorkspaceView>
}

export function workspaceDesk(kit: Kit): WorkspaceDesk {
  const workspaces = workspaceStore(workspaceModel(kit.connection))
  const accountsOf = ({ members }: WorkspaceRow) =>
    kit.accountLists.byIds(members.map(({ accountId }) => accountId))

  async function signedIn(req: Request): Promise<Asking> {
    const session = await kit.requireSession(req)
    await kit.take(SETTINGS, session.accountId)
    const account = await mustFind(kit.accounts, session.accountId)
    return { account, session }
  }

  return {
    ...kit,
    workspaces,
    accountsOf,
    signedIn,
    settle: (workspaceId, accountId) =>
      settleSessions({ ...kit, workspaces }, workspaceId, accountId),
    proved: async (req) => {
      const asking = await signedIn(req)
      requireProof(asking.session, kit.now())
      return asking
    },
    idOf: (param) => {
      const id = WorkspaceId.safeParse(param)
      if (!id.success) throw new AppError('WORKSPACE_NOT_FOUND')
      return id.data
    },
    view: async (workspace, session) => {
      const [found, open] = await Promise.all([
        accountsOf(workspace),
        isOwner(workspace, session.accountId) ? openInvitations(kit, workspace._id) : [],
      ])
      const invitations = open.filter((row) => isOwner(workspace, invitationOf(row).inviterId))
      return toWorkspaceView(workspace, session, { accounts: found, invitations })
    },
  }
}
