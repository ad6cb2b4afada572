/** Shared by the workspace calls: looks up accounts, and converts a workspace for its viewer. */
import type { WorkspaceView } from '@inkproof/protocol/workspaces'
import type { Session } from '@inkproof/service-kit/auth'
import type { ConsumeLimit } from '@inkproof/service-kit/limit'
import type { AccountLists } from '../accounts/account-lists.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { requireAccount } from '../accounts/require-account.ts'
import type { Events } from '../events/events.ts'
import type { Sessions } from '../session-store/session-store.ts'
import type { LinkTokens } from '../tokens/link-tokens.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { findOpenInvitations, parseInvitation } from './invitations.ts'
import { isOwner } from './members.ts'
import { syncSessions } from './sync-sessions.ts'
import { toWorkspaceView } from './to-workspace-view.ts'
import type { WorkspaceStore } from './workspace-store.ts'
import type { WorkspaceRow } from './workspaces.model.ts'

/** The dependencies of the workspace calls. */
export type WorkspaceDeps = {
  workspaces: WorkspaceStore
  accounts: AccountStore
  accountLists: Pick<AccountLists, 'findByIds'>
  sessions: Sessions
  tokens: Tokens
  links: LinkTokens
  events: Events
  consumeLimit: ConsumeLimit
  now: () => Date
}

export type WorkspaceContext = WorkspaceDeps & {
  /** Updates a member's live sessions to the workspace's current state. */
  syncSessions: (workspaceId: string, accountId: string) => Promise<void>
  /** Returns the accounts of the members. */
  accountsOf: (workspace: WorkspaceRow) => Promise<AccountRow[]>
  /** Returns the account of the session. @throws AppError SESSION_ENDED if it has been deleted */
  accountOf: (session: Session) => Promise<AccountRow>
  view: (workspace: WorkspaceRow, session: Session) => Promise<WorkspaceView>
}

export function createWorkspaceContext(deps: WorkspaceDeps): WorkspaceContext {
  const accountsOf = ({ members }: WorkspaceRow) =>
    deps.accountLists.findByIds(members.map(({ accountId }) => accountId))

  return {
    ...deps,
    accountsOf,
    accountOf: ({ accountId }) => requireAccount(deps.accounts, accountId),
    syncSessions: (workspaceId, accountId) => syncSessions(deps, workspaceId, accountId),
    view: async (workspace, session) => {
      const [accounts, open] = await Promise.all([
        accountsOf(workspace),
        isOwner(workspace, session.accountId) ? findOpenInvitations(deps, workspace._id) : [],
      ])
      const invitations = open.filter((row) => isOwner(workspace, parseInvitation(row).inviterId))
      return toWorkspaceView(workspace, session, { accounts, invitations })
    },
  }
}
