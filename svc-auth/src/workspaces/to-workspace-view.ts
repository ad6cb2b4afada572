import type {
  MemberView,
  OpenInvitation,
  WorkspaceSummary,
  WorkspaceView,
} from '@inkproof/protocol/workspaces'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { pictureUrl } from '../accounts/picture-url.ts'
import type { TokenRow } from '../tokens/tokens.model.ts'
import { displayName } from './display-name.ts'
import { parseInvitation } from './invitations.ts'
import { findMember } from './members.ts'
import type { WorkspaceRow } from './workspaces.model.ts'

/** The person a workspace is shown to, and the workspace of their session. */
export type Viewer = { accountId: string; workspaceId: string }

export function toSummary(workspace: WorkspaceRow, viewer: Viewer): WorkspaceSummary {
  return { ...commonFields(workspace, viewer), members: workspace.members.length }
}

/** Lists members in the order in which they joined, without those whose account has been deleted. */
export function toWorkspaceView(
  workspace: WorkspaceRow,
  viewer: Viewer,
  { accounts, invitations }: { accounts: readonly AccountRow[]; invitations: readonly TokenRow[] },
): WorkspaceView {
  const byId = new Map(accounts.map((account) => [account._id, account]))
  const members = workspace.members.flatMap(({ accountId, role, since }): MemberView[] => {
    const account = byId.get(accountId)
    if (!account) return []
    return [
      {
        accountId,
        name: displayName(account),
        email: account.email ?? null,
        imageUrl: pictureUrl(account),
        role,
        since: since.toISOString(),
        isYou: accountId === viewer.accountId,
        isPersonal: accountId === workspace.personalOf,
      },
    ]
  })
  return {
    ...commonFields(workspace, viewer),
    members,
    invitations: invitations.map(toOpenInvitation),
  }
}

function commonFields(workspace: WorkspaceRow, { accountId, workspaceId }: Viewer) {
  return {
    id: workspace._id,
    name: workspace.name,
    role: findMember(workspace, accountId)?.role ?? 'viewer',
    isPersonal: workspace.personalOf === accountId,
    isCurrent: workspace._id === workspaceId,
  }
}

function toOpenInvitation(row: TokenRow): OpenInvitation {
  const { email, role } = parseInvitation(row)
  return {
    id: row._id,
    email,
    role,
    sentAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }
}
