import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { type Events, eventId } from '../events/events.ts'
import type { Sessions } from '../session-store/session-store.ts'

export type RemoveAccountDeps = {
  accounts: AccountStore
  sessions: Sessions
  events: Pick<Events, 'record'>
  /** Deletes every identity, so that none can sign in and all are free for other accounts. */
  removeIdentities: (accountId: string) => Promise<void>
  /** Removes the user from every workspace. */
  leaveWorkspaces: (accountId: string) => Promise<void>
  /** Deletes pictures, tokens, idempotency keys and all events but one. */
  removeBelongings: (accountId: string, keptEventId: string) => Promise<void>
  /** Tells the other services to delete or unlink their data about the user. Returns true once all have done so. */
  removeFromOtherServices: (accountId: string) => Promise<boolean>
  /** Whether the e-mail about an event was accepted by the mail server, or rejected permanently. */
  isLastEmailDone: (eventId: string) => Promise<boolean>
  removeEvent: (eventId: string) => Promise<void>
  now: () => Date
}

/** Calls that were in progress when the deletion started have ended after this time. */
const MAX_CALL_DURATION_MS = 60_000

/**
 * Deletes an account that is due. Every step is idempotent and the account's own row is deleted last, so the next
 * call continues after a crash. The last e-mail says that everything is deleted, so it is sent once the other
 * services have deleted their data; until then the address is kept in the row and in its event.
 */
export async function removeAccount(deps: RemoveAccountDeps, accountId: string): Promise<void> {
  if (!(await deps.accounts.find(accountId))) return
  const account = await startDeletion(deps, accountId)
  if (!account.goneAt) return
  await deps.removeIdentities(accountId)
  await deps.sessions.removeAll(accountId)
  await deps.leaveWorkspaces(accountId)
  const lastEventId = eventId({ accountId, ...LAST_EVENT })
  await deps.removeBelongings(accountId, lastEventId)
  if (!(await isRemovedFromOtherServices(deps, account, account.goneAt))) return
  if (account.email) await deps.events.record({ accountId, ...LAST_EVENT, mailTo: account.email })
  if (!haveCallsEnded(deps.now(), account.goneAt)) return
  if (account.email) {
    if (!(await deps.isLastEmailDone(lastEventId))) return
    await deps.removeEvent(lastEventId)
  }
  await deps.accounts.remove(accountId)
}

const LAST_EVENT = { kind: 'account-deleted', cause: 'end' } as const

function haveCallsEnded(at: Date, goneAt: Date): boolean {
  return at.getTime() - goneAt.getTime() >= MAX_CALL_DURATION_MS
}

/**
 * Removes the data from the other services, and again once no calls are in progress: a call that was running when
 * the deletion started may have added data. Each sweep retries services that were unreachable.
 */
async function isRemovedFromOtherServices(
  { accounts, removeFromOtherServices, now }: RemoveAccountDeps,
  { _id: accountId, endedElsewhereAt }: AccountRow,
  goneAt: Date,
): Promise<boolean> {
  const checkedAt = now()
  const isRemoved =
    endedElsewhereAt &&
    (haveCallsEnded(endedElsewhereAt, goneAt) || !haveCallsEnded(checkedAt, goneAt))
  if (isRemoved) return true
  if (!(await removeFromOtherServices(accountId))) return false
  await accounts.changeForDeletion(accountId, () => ({ endedElsewhereAt: checkedAt }))
  return true
}

/**
 * Removes all sign-in methods, after which nobody can change the account or cancel the deletion. The account's
 * version decides between this and a concurrent cancellation. If the deletion has started already, only records that it
 * is tried again.
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
