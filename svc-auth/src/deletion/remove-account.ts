import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { type Events, eventId } from '../events/events.ts'
import type { Sessions } from '../session-store/session-store.ts'

export type RemoveAccountDeps = {
  accounts: AccountStore
  sessions: Sessions
  events: Pick<Events, 'record'>
  /** Removes the person from every workspace, and deletes workspaces left empty. */
  leaveEverywhere: (accountId: string) => Promise<void>
  /** Deletes identities, pictures, tokens, stored responses and all events but one. */
  removeBelongings: (accountId: string, keptEventId: string) => Promise<void>
  /** Returns true once every other service has deleted or unlinked its data about the person. */
  endElsewhere: (accountId: string) => Promise<boolean>
  /** Whether the e-mail about an event was accepted by the mail server, or rejected permanently. */
  isTold: (eventId: string) => Promise<boolean>
  removeEvent: (eventId: string) => Promise<void>
  now: () => Date
}

/** Calls in progress when the deletion started have ended after this time. */
const CALLS_END_MS = 60_000

/**
 * Deletes an account that is due. The account's own row is deleted last and marks the remaining work: every step is
 * idempotent, so after a crash or a concurrent call the next call continues. The address is kept in the row and in
 * its event until the last e-mail is sent, which happens once the other services have deleted their data, because
 * it says that everything is deleted.
 */
export async function removeAccount(deps: RemoveAccountDeps, accountId: string): Promise<void> {
  if (!(await deps.accounts.find(accountId))) return
  const account = await claim(deps, accountId)
  if (!account.goneAt) return
  await deps.sessions.removeAll(accountId)
  await deps.leaveEverywhere(accountId)
  const lastEventId = eventId({ accountId, ...LAST_EVENT })
  await deps.removeBelongings(accountId, lastEventId)
  if (!(await hasEndedElsewhere(deps, account, account.goneAt))) return
  if (account.email) await deps.events.record({ accountId, ...LAST_EVENT, mailTo: account.email })
  if (!haveCallsEnded(deps.now(), account.goneAt)) return
  if (account.email) {
    if (!(await deps.isTold(lastEventId))) return
    await deps.removeEvent(lastEventId)
  }
  await deps.accounts.remove(accountId)
}

const LAST_EVENT = { kind: 'account-deleted', cause: 'end' } as const

function haveCallsEnded(at: Date, goneAt: Date): boolean {
  return at.getTime() - goneAt.getTime() >= CALLS_END_MS
}

/**
 * Asks the other services, and asks again once no calls are in progress: a call that was running when the deletion
 * started may have added data. A service that is unreachable is asked at each sweep until it answers.
 */
async function hasEndedElsewhere(
  { accounts, endElsewhere, now }: RemoveAccountDeps,
  { _id: accountId, endedElsewhereAt }: AccountRow,
  goneAt: Date,
): Promise<boolean> {
  const at = now()
  const isEnded =
    endedElsewhereAt && (haveCallsEnded(endedElsewhereAt, goneAt) || !haveCallsEnded(at, goneAt))
  if (isEnded) return true
  if (!(await endElsewhere(accountId))) return false
  await accounts.change(accountId, () => ({ endedElsewhereAt: at }))
  return true
}

/**
 * The point of no return, decided against a concurrent cancellation by the account's version: all sign-in methods
 * are removed.
 */
function claim({ accounts, now }: RemoveAccountDeps, accountId: string): Promise<AccountRow> {
  const goneAt = now()
  return accounts.change(accountId, (account) => {
    if (account.goneAt || !account.deleteAt || account.deleteAt > goneAt) return {}
    const epoch = account.epoch + 1
    return {
      ...NO_SIGN_IN_METHODS,
      firstName: null,
      lastName: null,
      pictureId: null,
      epoch,
      goneAt,
    }
  })
}

const NO_SIGN_IN_METHODS = {
  passwordHash: null,
  app: null,
  wallets: [],
  passkeys: [],
  providers: [],
  devices: [],
  recoveryCodes: [],
}
