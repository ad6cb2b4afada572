import type { ErrorCode } from '@inkproof/protocol/errors'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { Events } from '../events/events.ts'
import { requireRoomForWorkspace } from './create-workspace.ts'
import { type InviteDeps, isSameAddress, parseInvitation } from './invitations.ts'
import { addMember, type MemberDeps, removeMember } from './members.ts'
import type { WorkspaceRow } from './workspaces.model.ts'

export type AcceptDeps = Pick<InviteDeps, 'tokens' | 'now'> &
  MemberDeps & {
    accounts: Pick<AccountStore, 'change'>
    events: Events
  }

/**
 * Joins a workspace with a mailed link. The membership is added before the link is used, so an interrupted call can
 * be repeated. If the link was withdrawn in the meantime, a membership that this call added is removed again.
 *
 * Using the link also confirms the e-mail address that the link was sent to.
 *
 * @throws AppError INVITATION_FOR_ANOTHER_ADDRESS, LINK_UNKNOWN, LINK_USED, LINK_EXPIRED, WORKSPACE_FULL or
 * TOO_MANY_WORKSPACES.
 */
export async function acceptInvitation(
  deps: AcceptDeps,
  account: AccountRow,
  secret: string,
): Promise<WorkspaceRow> {
  const token = await deps.tokens.find('invitation', secret)
  const { email, role, inviter, inviterId: invitedBy } = parseInvitation(token)
  if (!isSameAddress(account.email, email)) throw new AppError('INVITATION_FOR_ANOTHER_ADDRESS')
  await requireRoomForWorkspace(deps, account._id)
  const member = { accountId: account._id, role, since: deps.now() }
  const newMember = { ...member, workspaceId: token.ownerId, invitedBy }
  const { workspace, hasJoined } = await join(deps, newMember)
  try {
    await deps.tokens.consume('invitation', secret)
  } catch (error) {
    // LINK_USED means that the same person clicked twice, because no other account has this address.
    if (!hasCode(error, 'LINK_USED')) {
      if (hasJoined && hasCode(error, 'LINK_EXPIRED')) await revertMembership(deps, newMember)
      throw error
    }
  }
  await confirmAddress(deps, account._id, email)
  await deps.events.record({
    accountId: account._id,
    kind: 'member-joined',
    cause: token._id,
    data: { workspace: workspace.name, role, by: inviter },
  })
  return workspace
}

type NewMember = Parameters<typeof addMember>[1]

async function join(deps: AcceptDeps, newMember: NewMember) {
  try {
    return await addMember(deps, newMember)
  } catch (error) {
    const isNoLongerValid = hasCode(error, 'WORKSPACE_NOT_FOUND') || hasCode(error, 'OWNERS_ONLY')
    throw isNoLongerValid ? new AppError('LINK_EXPIRED') : error
  }
}

/** Removes the membership, unless the member has become the only owner in the meantime. */
async function revertMembership(
  deps: AcceptDeps,
  { workspaceId, accountId }: NewMember,
): Promise<void> {
  const action = { workspaceId, actorId: accountId, memberId: accountId }
  await removeMember(deps, action).catch((error: unknown) => {
    if (!hasCode(error, 'LAST_OWNER')) throw error
  })
}

function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof AppError && error.code === code
}

async function confirmAddress(
  { accounts, events, now }: AcceptDeps,
  accountId: string,
  email: string,
): Promise<void> {
  let isNewlyConfirmed = false
  await accounts.change(accountId, (account) => {
    isNewlyConfirmed = !account.emailConfirmedAt && isSameAddress(account.email, email)
    return isNewlyConfirmed ? { emailConfirmedAt: now() } : {}
  })
  if (isNewlyConfirmed) await events.record({ accountId, kind: 'email-confirmed', data: { email } })
}
