/**
 * Who gets the replies to a workspace's e-mails: a member, at their confirmed e-mail address. Nobody can direct replies to
 * anyone else (docs/decisions/branding-names-the-sender.md).
 */
import type { BrandingRequest, BrandingSettings, ReplyTo } from '@inkproof/protocol/branding'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountLists } from '../accounts/account-lists.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { displayName } from '../workspaces/display-name.ts'
import { findMember, isOwner, requireMember, requireOwner } from '../workspaces/members.ts'
import { brandingOf, toBranding } from '../workspaces/to-branding.ts'
import type { WorkspaceRow } from '../workspaces/workspaces.model.ts'

export type ReplyToDeps = {
  accounts: Pick<AccountStore, 'find'>
  accountLists: Pick<AccountLists, 'findByIds'>
}

/** Returns null if nobody was chosen, or the member has no confirmed address now. */
export async function findReplyTo(
  { accounts }: Pick<ReplyToDeps, 'accounts'>,
  workspace: Pick<WorkspaceRow, 'branding'>,
): Promise<ReplyTo | null> {
  const { replyTo } = brandingOf(workspace)
  const account = replyTo === null ? undefined : await accounts.find(replyTo)
  return account ? toReplyTo(account) : null
}

/** Converts the branding for a member; only owners see whom they can choose. */
export async function toSettings(
  deps: ReplyToDeps,
  workspace: WorkspaceRow,
  accountId: string,
): Promise<BrandingSettings> {
  const ids = isOwner(workspace, accountId) ? workspace.members.map((row) => row.accountId) : []
  const accounts = await deps.accountLists.findByIds(ids)
  const replyToChoices = accounts.flatMap((account) => toReplyTo(account) ?? [])
  return {
    ...toBranding(workspace),
    replyTo: await findReplyTo(deps, workspace),
    replyToChoices: replyToChoices.sort((a, b) => a.name.localeCompare(b.name, 'en')),
  }
}

/** @throws AppError REPLY_TO_REFUSED if the account has no confirmed address */
export async function requireConfirmed(
  { accounts }: Pick<ReplyToDeps, 'accounts'>,
  { replyTo }: BrandingRequest,
): Promise<void> {
  if (replyTo == null) return
  const account = await accounts.find(replyTo)
  if (!account || toReplyTo(account) === null) throw new AppError('REPLY_TO_REFUSED')
}

/**
 * Returns the workspace if the account may make this change: an owner, or the member who gets the replies and wants them no
 * longer.
 *
 * @throws AppError WORKSPACE_NOT_FOUND, OWNERS_ONLY; REPLY_TO_REFUSED if replies would go to someone who is not a member
 */
export function requireAllowed(
  current: WorkspaceRow,
  accountId: string,
  request: BrandingRequest,
): WorkspaceRow {
  const workspace = requireMember(current, accountId)
  const isWithdrawal = request.replyTo === null && Object.keys(request).length === 1
  if (isWithdrawal && brandingOf(workspace).replyTo === accountId) return workspace
  requireOwner(workspace, accountId)
  if (request.replyTo != null && !findMember(workspace, request.replyTo))
    throw new AppError('REPLY_TO_REFUSED')
  return workspace
}

function toReplyTo(account: AccountRow): ReplyTo | null {
  const { _id: accountId, email, emailConfirmedAt, goneAt } = account
  if (!email || !emailConfirmedAt || goneAt) return null
  return { accountId, name: displayName(account), email }
}
