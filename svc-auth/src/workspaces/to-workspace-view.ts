import type {
  MemberView,
  OpenInvitation,
  WorkspaceSummary,
  WorkspaceView,
} from '@inkproof/protocol/workspaces'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { pictureUrl } from '../accounts/picture-url.ts'
import type { TokenRow } from '../tokens/tokens.model.ts'
import { invitationOf } from './invitations.ts'
import { memberOf } from './members.ts'
import { nameOf } from './name-of.ts'
import type { WorkspaceRow } from './workspaces.model.ts'

/** The viewer, and the workspace of their session. */
export type Viewer = { accountId: string; workspaceId: string }

export function toSummary(workspace: WorkspaceRow, viewer: Viewer): WorkspaceSummary {
  return { ...headOf(workspace, viewer), members: workspace.members.length }
}

/** Members in the order they joined; those whose account is being deleted are left out. */
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
        name: nameOf(account),
        email: account.email ?? null,
        imageUrl: pictureUrl(account),
        role,
        since: since.toISOString(),
        isYou: accountId === viewer.accountId,
        isPersonal: accountId === workspace.personalOf,
      },
    ]
  })
  return { ...headOf(workspace, viewer), members, invitations: invitations.map(toOpenInvitation) }
}

function headOf(workspace: WorkspaceRow, { accountId, workspaceId }: Viewer) {
  return {
    id: workspace._id,
    name: workspace.name,
    role: memberOf(workspace, accountId)?.role ?? 'viewer',
    isPersonal: workspace.personalOf === accountId,
    isCurrent: workspace._id === workspaceId,
  }
}

function toOpenInvitation(row: TokenRow): OpenInvitation {
  const { email, role } = invitationOf(row)
  return {
    id: row._id,
    email,
    role,
    sentAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }
}
