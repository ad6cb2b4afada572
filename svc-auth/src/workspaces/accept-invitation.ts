import type { Role } from '@inkproof/protocol/auth'
import { MOST_MEMBERS } from '@inkproof/protocol/workspaces'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { Events } from '../events/events.ts'
import { mustHaveRoom } from './found-workspace.ts'
import { type InviteDeps, invitationOf, isSameAddress } from './invitations.ts'
import { memberOf } from './members.ts'
import type { WorkspaceRow } from './workspaces.model.ts'

export type AcceptDeps = Pick<InviteDeps, 'workspaces' | 'tokens' | 'now'> & {
  accounts: Pick<AccountStore, 'change'>
  events: Events
  /** Takes a member out again. */
  takeOut: (workspaceId: string, accountId: string) => Promise<void>
}

/**
 * Joins by a mailed link. Membership first, then the link is spent: cut off in between, it is accepted
 * again. A link that was withdrawn in that moment takes the membership back with it.
 *
 * The link was sent to that address only, so using it confirms the address.
 *
 * @throws AppError INVITATION_FOR_OTHER, LINK_UNKNOWN, LINK_USED, LINK_EXPIRED, WORKSPACE_FULL or
 * TOO_MANY_WORKSPACES.
 */
export async function acceptInvitation(
  deps: AcceptDeps,
  account: AccountRow,
  secret: string,
): Promise<WorkspaceRow> {
  const token = await deps.tokens.look('invitation', secret)
  const { email, role } = invitationOf(token)
  if (!isSameAddress(account.email, email)) throw new AppError('INVITATION_FOR_OTHER')
  await mustHaveRoom(deps, account._id)
  const workspace = await join(deps, { workspaceId: token.ownerId, account, role })
  try {
    await deps.tokens.spend('invitation', secret)
  } catch (error) {
    const isSpentByOther = error instanceof AppError && error.code === 'LINK_USED'
    // Another click of the same person: the address is theirs alone.
    if (!isSpentByOther) {
      await deps.takeOut(token.ownerId, account._id)
      throw error
    }
  }
  await confirmAddress(deps, account._id, email)
  return workspace
}

async function join(
  { workspaces, now }: AcceptDeps,
  { workspaceId, account, role }: { workspaceId: string; account: AccountRow; role: Role },
): Promise<WorkspaceRow> {
  try {
    return await workspaces.change(workspaceId, (row) => {
      if (memberOf(row, account._id)) return {}
      if (row.members.length >= MOST_MEMBERS) throw new AppError('WORKSPACE_FULL')
      return { members: [...row.members, { accountId: account._id, role, since: now() }] }
    })
  } catch (error) {
    const isGone = error instanceof AppError && error.code === 'WORKSPACE_NOT_FOUND'
    throw isGone ? new AppError('LINK_EXPIRED') : error
  }
}

async function confirmAddress(
  { accounts, events, now }: AcceptDeps,
  accountId: string,
  email: string,
): Promise<void> {
  let isNew = false
  await accounts.change(accountId, (account) => {
    isNew = !account.emailConfirmedAt && isSameAddress(account.email, email)
    return isNew ? { emailConfirmedAt: now() } : {}
  })
  if (isNew) await events.record({ accountId, kind: 'email-confirmed', data: { email } })
}
