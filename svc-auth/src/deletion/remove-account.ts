import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { Events } from '../events/events.ts'
import type { Sessions } from '../sessions/sessions.ts'

export type RemoveAccountDeps = {
  accounts: AccountStore
  sessions: Sessions
  events: Pick<Events, 'record'>
  /** Takes the person out of every workspace, and their own with them. */
  leaveEverywhere: (accountId: string) => Promise<void>
  /** Removes identities, pictures, tokens and all events but the last one's row. */
  removeBelongings: (accountId: string, keptEventId: string | undefined) => Promise<void>
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
 * next call ends. Until the last mail is sent the address is kept for it, in the row and in its event.
 */
export async function removeAccount(deps: RemoveAccountDeps, accountId: string): Promise<void> {
  if (!(await deps.accounts.find(accountId))) return
  const account = await claim(deps, accountId)
  if (!account.goneAt) return
  await deps.sessions.removeAll(accountId)
  await deps.leaveEverywhere(accountId)
  const lastEventId = await tell(deps, account)
  await deps.removeBelongings(accountId, lastEventId)
  if (deps.now().getTime() - account.goneAt.getTime() < QUIET_MS) return
  if (lastEventId !== undefined) {
    if (!(await deps.isTold(lastEventId))) return
    await deps.removeEvent(lastEventId)
  }
  await deps.accounts.remove(accountId)
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

async function tell(
  { events }: RemoveAccountDeps,
  { _id: accountId, email }: AccountRow,
): Promise<string | undefined> {
  if (!email) return undefined
  return events.record({ accountId, kind: 'account-deleted', mailTo: email, cause: 'end' })
}
