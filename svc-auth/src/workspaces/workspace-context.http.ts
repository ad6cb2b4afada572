/** What the routes of workspaces have in common: who asks, and how a workspace is shown to them. */

import { SETTINGS_LIMIT } from '@inkproof/protocol/call-limits'
import { WorkspaceId, type WorkspaceView } from '@inkproof/protocol/workspaces'
import { AppError } from '@inkproof/service-kit/app-error'
import type { RequireSession } from '@inkproof/service-kit/auth'
import { requireProof, type Session } from '@inkproof/service-kit/auth'
import type { TakeLimit } from '@inkproof/service-kit/limit'
import type { Request } from 'express'
import type { AccountLists } from '../accounts/account-lists.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { mustFind } from '../accounts/must-find.ts'
import type { CallerOf } from '../callers/caller.http.ts'
import type { Events } from '../events/events.ts'
import type { Sessions } from '../session-store/session-store.ts'
import type { LinkTokens } from '../tokens/link-tokens.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { invitationOf, openInvitations } from './invitations.ts'
import { isOwner } from './members.ts'
import { syncSessions } from './sync-sessions.ts'
import { toWorkspaceView } from './to-workspace-view.ts'
import type { WorkspaceStore } from './workspace-store.ts'
import type { WorkspaceRow } from './workspaces.model.ts'

type Asking = { account: AccountRow; session: Session }

/** What the routes of workspaces need. */
export type WorkspaceDeps = {
  workspaces: WorkspaceStore
  accounts: AccountStore
  accountLists: Pick<AccountLists, 'byIds'>
  sessions: Sessions
  tokens: Tokens
  links: LinkTokens
  events: Events
  consumeLimit: TakeLimit
  requireSession: RequireSession
  callerOf: CallerOf
  newId: () => string
  now: () => Date
}

export type WorkspaceContext = WorkspaceDeps & {
  /** Brings a member's live sessions in line with the workspace. */
  syncSessions: (workspaceId: string, accountId: string) => Promise<void>
  accountsOf: (workspace: WorkspaceRow) => Promise<AccountRow[]>
  /** @throws AppError SIGN_IN_REQUIRED, SESSION_ENDED or TOO_MANY_REQUESTS */
  signedIn: (req: Request) => Promise<Asking>
  /** For what changes who may do what. @throws AppError PROOF_NEEDED as well */
  proved: (req: Request) => Promise<Asking>
  /** @throws AppError WORKSPACE_NOT_FOUND for what is no id at all */
  idOf: (param: unknown) => string
  view: (workspace: WorkspaceRow, session: Session) => Promise<WorkspaceView>
}

export function workspaceContext(deps: WorkspaceDeps): WorkspaceContext {
  const accountsOf = ({ members }: WorkspaceRow) =>
    deps.accountLists.byIds(members.map(({ accountId }) => accountId))

  async function signedIn(req: Request): Promise<Asking> {
    const session = await deps.requireSession(req)
    await deps.consumeLimit(SETTINGS_LIMIT, session.accountId)
    const account = await mustFind(deps.accounts, session.accountId)
    return { account, session }
  }

  return {
    ...deps,
    accountsOf,
    signedIn,
    syncSessions: (workspaceId, accountId) => syncSessions(deps, workspaceId, accountId),
    proved: async (req) => {
      const asking = await signedIn(req)
      requireProof(asking.session, deps.now())
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
        isOwner(workspace, session.accountId) ? openInvitations(deps, workspace._id) : [],
      ])
      const invitations = open.filter((row) => isOwner(workspace, invitationOf(row).inviterId))
      return toWorkspaceView(workspace, session, { accounts: found, invitations })
    },
  }
}
