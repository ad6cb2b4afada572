import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { type Events, eventId } from '../events/events.ts'
import type { Sessions } from '../session-store/session-store.ts'

export type RemoveAccountDeps = {
  accounts: AccountStore
  sessions: Sessions
  events: Pick<Events, 'record'>
  /** Takes the person out of every workspace, and their own with them. */
  leaveEverywhere: (accountId: string) => Promise<void>
  /** Removes identities, pictures, tokens and all events but the one kept. */
  removeBelongings: (accountId: string, keptEventId: string) => Promise<void>
  /** True once every other service has deleted or unlinked what it keeps about the person. */
  endElsewhere: (accountId: string) => Promise<boolean>
  /** Whether the mail of an event was taken by the mail server, or refused for good. */
  isTold: (eventId: string) => Promise<boolean>
  removeEvent: (eventId: string) => Promise<void>
  now: () => Date
}

/** Calls that were under way when the account was claimed have ended by then. */
const QUIET_MS = 60_000

/**
 * Removes an account whose day has come. The account's own row goes last and is what remains to be done:
 * every step can be repeated, so whoever is killed in between, or races with another, leaves work that the
 * next call ends. Until the last mail is sent the address is kept for it, in the row and in its event; it is
 * sent once the other services have removed what they keep, as it says that everything is deleted.
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
  if (!isQuiet(deps.now(), account.goneAt)) return
  if (account.email) {
    if (!(await deps.isTold(lastEventId))) return
    await deps.removeEvent(lastEventId)
  }
  await deps.accounts.remove(accountId)
}

const LAST_EVENT = { kind: 'account-deleted', cause: 'end' } as const

function isQuiet(at: Date, goneAt: Date): boolean {
  return at.getTime() - goneAt.getTime() >= QUIET_MS
}

/**
 * Asks the other services, and again once it is quiet: a call that was under way when the account was claimed
 * may have added to what they keep. A service that is away is asked at each sweep until it answers.
 */
async function hasEndedElsewhere(
  { accounts, endElsewhere, now }: RemoveAccountDeps,
  { _id: accountId, endedElsewhereAt }: AccountRow,
  goneAt: Date,
): Promise<boolean> {
  const at = now()
  const isEnded = endedElsewhereAt && (isQuiet(endedElsewhereAt, goneAt) || !isQuiet(at, goneAt))
  if (isEnded) return true
  if (!(await endElsewhere(accountId))) return false
  await accounts.change(accountId, () => ({ endedElsewhereAt: at }))
  return true
}

/** The point of no return, decided against a cancellation by the account's version: no way leads in. */
function claim({ accounts, now }: RemoveAccountDeps, accountId: string): Promise<AccountRow> {
  const goneAt = now()
  return accounts.change(accountId, (account) => {
    if (account.goneAt || !account.deleteAt || account.deleteAt > goneAt) return {}
    const epoch = account.epoch + 1
    return { ...NO_WAY_IN, firstName: null, lastName: null, pictureId: null, epoch, goneAt }
  })
}

const NO_WAY_IN = {
  passwordHash: null,
  app: null,
  wallets: [],
  passkeys: [],
  providers: [],
  devices: [],
  recoveryCodes: [],
}
