import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { Events } from '../events/events.ts'
import { displayName } from '../workspaces/display-name.ts'
import { brandingOf } from '../workspaces/to-branding.ts'
import type { WorkspaceRow } from '../workspaces/workspaces.model.ts'

export type NotifyDeps = {
  accounts: Pick<AccountStore, 'find'>
  events: Pick<Events, 'record'>
}

/**
 * Tells a member that somebody else chose them to get the replies, in their history and by e-mail: recipients will see their address.
 *
 * @param before ID of the account that got them before the change; null for nobody
 */
export async function notifyOfReplies(
  { accounts, events }: NotifyDeps,
  workspace: WorkspaceRow,
  actor: AccountRow,
  before: string | null,
): Promise<void> {
  const { replyTo } = brandingOf(workspace)
  if (replyTo === null || replyTo === before || replyTo === actor._id) return
  const member = await accounts.find(replyTo)
  if (!member) return
  await events.record({
    accountId: replyTo,
    kind: 'replies-assigned',
    data: { workspace: workspace.name, by: displayName(actor) },
    mailTo: member.email ?? null,
  })
}
