import { DELETION_DELAY_DAYS } from '@inkproof/protocol/profile'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { Events } from '../events/events.ts'
import { changeAndEndSessions } from '../sessions/end-sessions.ts'
import type { FinalizeAccountChange } from '../sessions/finalize-account-change.ts'

export type ScheduleDeletionDeps = {
  accounts: AccountStore
  finalizeAccountChange: FinalizeAccountChange
  events: Events
  /** Workspaces that have other members but no other owner. */
  ownedWithOthers: (accountId: string) => Promise<readonly { name: string }[]>
  now: () => Date
}

const DELAY_MS = DELETION_DELAY_DAYS * 24 * 60 * 60 * 1_000

/**
 * Schedules the deletion of an account, ends its other sessions and notifies its owner. Repeated calls keep the
 * date, so an interrupted call can be retried.
 *
 * @throws AppError HAND_OVER_FIRST with the workspaces that would be left without an owner.
 */
export async function scheduleDeletion(
  deps: ScheduleDeletionDeps,
  { accountId, sessionId }: { accountId: string; sessionId: string },
): Promise<Date> {
  const ownerless = await deps.ownedWithOthers(accountId)
  if (ownerless.length > 0) {
    const issues = ownerless.map(({ name }) => ({ path: '', message: name }))
    throw new AppError('HAND_OVER_FIRST', { issues })
  }
  const date = new Date(deps.now().getTime() + DELAY_MS)
  const account = await changeAndEndSessions(
    deps,
    accountId,
    (current) => (current.deleteAt ? {} : { deleteAt: date }),
    { keep: sessionId },
  )
  const deleteAt = account.deleteAt ?? date
  await notifyOwner(deps, account, 'deletion-asked', deleteAt)
  return deleteAt
}

/** Cancels a scheduled deletion. @throws AppError SESSION_ENDED once the deletion has started. */
export async function cancelDeletion(
  deps: Pick<ScheduleDeletionDeps, 'accounts' | 'events'>,
  accountId: string,
): Promise<void> {
  let date: Date | null = null
  const account = await deps.accounts.change(accountId, (current) => {
    date = current.deleteAt ?? null
    return date ? { deleteAt: null } : {}
  })
  if (date) await notifyOwner(deps, account, 'deletion-cancelled', date)
}

/** Notifies the owner once per scheduled date. */
async function notifyOwner(
  { events }: Pick<ScheduleDeletionDeps, 'events'>,
  account: AccountRow,
  kind: 'deletion-asked' | 'deletion-cancelled',
  date: Date,
): Promise<void> {
  const deleteAt = date.toISOString()
  const { _id: accountId, email: mailTo = null } = account
  await events.record({ accountId, kind, mailTo, data: { deleteAt }, cause: deleteAt })
}
