import { DELETION_DELAY_DAYS } from '@inkproof/protocol/profile'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountStore } from '../accounts/account-store.ts'
import type { Events } from '../events/events.ts'
import { type EndSessionsOptions, sessionEndingChange } from '../sessions/end-sessions.ts'
import type { FinalizeAccountChange } from '../sessions/finalize-account-change.ts'

export type ScheduleDeletionDeps = {
  accounts: AccountStore
  finalizeAccountChange: FinalizeAccountChange
  events: Events
  /** Returns the workspaces in which the account is the only owner but not the only member. */
  findWorkspacesToTransfer: (accountId: string) => Promise<readonly { name: string }[]>
  now: () => Date
}

const DELAY_MS = DELETION_DELAY_DAYS * 24 * 60 * 60 * 1_000

/**
 * Schedules the deletion of an account, ends its other sessions and notifies its owner. A repeated call does not change
 * the date or notify the owner again, so an interrupted call can be retried.
 *
 * @throws AppError SOLE_OWNER_OF_WORKSPACE with the workspaces that would be left without an owner.
 */
export async function scheduleDeletion(
  deps: ScheduleDeletionDeps,
  { accountId, sessionId: keep }: { accountId: string; sessionId: string },
): Promise<void> {
  const toTransfer = await deps.findWorkspacesToTransfer(accountId)
  if (toTransfer.length > 0) {
    const issues = toTransfer.map(({ name }) => ({ path: '', message: name }))
    throw new AppError('SOLE_OWNER_OF_WORKSPACE', { issues })
  }
  const now = deps.now()
  const deleteAt = new Date(now.getTime() + DELAY_MS)
  const notice = { kind: 'deletion-asked', data: { deleteAt: deleteAt.toISOString() } } as const
  const account = await deps.accounts.change(accountId, (current) => {
    const isScheduled = current.deleteAt != null
    const options: EndSessionsOptions = isScheduled ? { keep } : { keep, notice }
    return sessionEndingChange(current, isScheduled ? {} : { deleteAt }, options, now)
  })
  await deps.finalizeAccountChange(account)
}

/**
 * Cancels a scheduled deletion and notifies the owner.
 *
 * @throws AppError SESSION_ENDED once the deletion has started.
 */
export async function cancelDeletion(
  deps: Pick<ScheduleDeletionDeps, 'accounts' | 'events'>,
  accountId: string,
): Promise<void> {
  let cancelledDate: string | undefined
  const account = await deps.accounts.change(accountId, ({ deleteAt }) => {
    cancelledDate = deleteAt?.toISOString()
    return deleteAt ? { deleteAt: null } : {}
  })
  if (!cancelledDate) return
  const { email: mailTo = null } = account
  const kind = 'deletion-cancelled'
  await deps.events.record({
    accountId,
    kind,
    mailTo,
    data: { deleteAt: cancelledDate },
    cause: cancelledDate,
  })
}
