import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { type Events, eventId } from '../events/events.ts'
import type { Sessions } from '../session-store/session-store.ts'

export type RemoveAccountDeps = {
  accounts: AccountStore
  sessions: Sessions
  events: Pick<Events, 'record'>
  /** Deletes every identity, so that none can be used to sign in and other accounts can add them. */
  removeIdentities: (accountId: string) => Promise<void>
  /** Removes the user from every workspace. */
  leaveWorkspaces: (accountId: string) => Promise<void>
  /** Deletes pictures, tokens, idempotency keys and all events except `keptEventId`. */
  removeAccountData: (account: AccountRow, keptEventId: string) => Promise<void>
  /** Asks the other services to delete or unlink their data about the user. Returns true if all have done so. */
  removeFromOtherServices: (accountId: string) => Promise<boolean>
  /** Whether the e-mail about an event was accepted by the mail server, or rejected permanently. */
  isLastEmailDone: (eventId: string) => Promise<boolean>
  removeEvent: (eventId: string) => Promise<void>
  now: () => Date
}

/** Upper bound for the duration of one call, and of processing one account in a sweep. */
const MAX_DURATION_MS = 60_000

/**
 * Deletes an account that is due. Every step is idempotent and the account's own row is deleted last, so the next
 * call continues after a crash. The last e-mail says that everything is deleted, so it is sent only after the other
 * services have deleted their data. The address remains in the account's row and in the event until a minute after
 * this e-mail was sent.
 */
export async function removeAccount(deps: RemoveAccountDeps, accountId: string): Promise<void> {
  if (!(await deps.accounts.find(accountId))) return
  const account = await startDeletion(deps, accountId)
  if (!account.goneAt) return
  await deps.removeIdentities(accountId)
  await deps.sessions.removeAll(accountId)
  await deps.leaveWorkspaces(accountId)
  const lastEventId = eventId({ accountId, ...LAST_EVENT })
  await deps.removeAccountData(account, lastEventId)
  if (!(await ensureRemovedFromOtherServices(deps, account, account.goneAt))) return
  if (account.email && !(await ensureLastEmailDone(deps, account, account.email))) return
  if (!hasEverythingEnded(deps.now(), account.goneAt)) return
  await deps.removeEvent(lastEventId)
  await deps.accounts.remove(accountId)
}

const LAST_EVENT = { kind: 'account-deleted', cause: 'end' } as const

/** Whether everything in progress at `start`, calls and the processing of one account by a sweep, has ended by `at`. */
function hasEverythingEnded(at: Date, start: Date): boolean {
  return at.getTime() - start.getTime() >= MAX_DURATION_MS
}

/**
 * Schedules the last e-mail. Returns true only if a sweep found at least a minute ago that it was sent or permanently
 * rejected; otherwise a later sweep checks again. The event of the e-mail is kept for that minute, so a sweep that
 * started earlier cannot schedule the e-mail again. A sweep that has been processing the account for a minute or more
 * schedules nothing.
 */
async function ensureLastEmailDone(
  { accounts, events, isLastEmailDone, now }: RemoveAccountDeps,
  { _id: accountId, lastEmailDoneAt, removalTriedAt }: AccountRow,
  mailTo: string,
): Promise<boolean> {
  if (lastEmailDoneAt) return hasEverythingEnded(now(), lastEmailDoneAt)
  if (removalTriedAt && hasEverythingEnded(now(), removalTriedAt)) return false
  const lastEventId = await events.record({ accountId, ...LAST_EVENT, mailTo })
  if (await isLastEmailDone(lastEventId))
    await accounts.changeForDeletion(accountId, () => ({ lastEmailDoneAt: now() }))
  return false
}

/**
 * Removes the data from the other services. Removes it again once the calls that were in progress when the deletion
 * started have ended, because these calls may have added data. Returns false if a service has not confirmed the
 * removal; the next sweep tries again.
 */
async function ensureRemovedFromOtherServices(
  { accounts, removeFromOtherServices, now }: RemoveAccountDeps,
  { _id: accountId, endedElsewhereAt }: AccountRow,
  goneAt: Date,
): Promise<boolean> {
  const checkedAt = now()
  const isRemoved =
    endedElsewhereAt &&
    (hasEverythingEnded(endedElsewhereAt, goneAt) || !hasEverythingEnded(checkedAt, goneAt))
  if (isRemoved) return true
  if (!(await removeFromOtherServices(accountId))) return false
  await accounts.changeForDeletion(accountId, () => ({ endedElsewhereAt: checkedAt }))
  return true
}

/**
 * Starts the deletion of an account that is due: removes its sign-in methods and sets `goneAt`. Afterwards, the account
 * cannot be changed and the deletion cannot be cancelled. Of this change and a concurrent cancellation, only one
 * succeeds, because each compares the account's version. If the deletion has already started, only records the time of
 * this attempt.
 */
function startDeletion(
  { accounts, now }: RemoveAccountDeps,
  accountId: string,
): Promise<AccountRow> {
  const goneAt = now()
  const removalTriedAt = goneAt
  return accounts.changeForDeletion(accountId, (account) => {
    if (account.goneAt) return { removalTriedAt }
    if (!account.deleteAt || account.deleteAt > goneAt) return {}
    const epoch = account.epoch + 1
    return {
      ...NO_SIGN_IN_METHODS,
      firstName: null,
      lastName: null,
      pictureId: null,
      epoch,
      goneAt,
      removalTriedAt,
    }
  })
}

const NO_SIGN_IN_METHODS = {
  reserved: null,
  passwordHash: null,
  app: null,
  wallets: [],
  passkeys: [],
  providers: [],
  devices: [],
  recoveryCodes: [],
}
