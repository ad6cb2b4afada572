import type { Session } from '@inkproof/service-kit/auth'
import type { AccountChange, AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { Caller } from '../callers/caller.ts'
import type { NewEvent } from '../events/events.ts'
import type { FinalizeAccountChange } from './finalize-account-change.ts'

/** A person who changes their account: the session and the browser. */
export type Changer = { session: Pick<Session, 'accountId' | 'sessionId'>; caller: Caller }

export type EndSessionsDeps = {
  accounts: AccountStore
  finalizeAccountChange: FinalizeAccountChange
  now: () => Date
}

/** What else happens when an account's sessions end. */
export type Ending = {
  /** The session that stays open. */
  keep?: string
  /** Withdraws open reset links. */
  resets?: boolean
  /** Leaves shared workspaces, and removes others from the personal one. */
  leave?: boolean
  /** Notifies the owner, at the address the account then has. */
  tell?: Pick<NewEvent, 'kind' | 'data'>
}

/**
 * A change of an account that ends its sessions. The epoch is raised in the change itself, which also voids
 * sign-ins in progress (complete-sign-in.ts), and the remaining effects are stored with it, so that no session
 * survives a crash or an unreachable Redis (finalize-account-change.ts).
 *
 * If an earlier change still has sessions to end, this one does not keep any of them.
 */
export function ending(
  account: AccountRow,
  change: AccountChange,
  { keep, resets = false, leave = false, tell }: Ending,
  at: Date,
): AccountChange {
  const epoch = account.epoch + 1
  const { owed } = account
  const mailTo = { ...account, ...change }.email ?? null
  const told = tell ? [{ ...tell, mailTo, cause: `epoch-${epoch}` }] : []
  return {
    ...change,
    epoch,
    owed: {
      at,
      keep: (owed && owed.keep !== keep ? null : keep) ?? null,
      resets: resets || owed?.resets === true,
      leave: leave || owed?.leave === true,
      tell: [...(owed?.tell ?? []), ...told],
    },
  }
}

/** Changes an account and ends its sessions except the given one. */
export async function changeAndEndSessions(
  { accounts, finalizeAccountChange, now }: EndSessionsDeps,
  accountId: string,
  decide: (account: AccountRow) => AccountChange,
  what: Ending = {},
): Promise<AccountRow> {
  const account = await accounts.change(accountId, (row) => ending(row, decide(row), what, now()))
  await finalizeAccountChange(account)
  return account
}
