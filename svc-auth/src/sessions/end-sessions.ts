import type { Session } from '@inkproof/service-kit/auth'
import type { AccountChange, AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { Caller } from '../callers/caller.ts'
import type { NewEvent } from '../events/events.ts'
import type { FinalizeAccountChange } from './finalize-account-change.ts'

/** Somebody who changes their account: in a session, from a browser. */
export type Changer = { session: Pick<Session, 'accountId' | 'sessionId'>; caller: Caller }

export type EndSessionsDeps = {
  accounts: AccountStore
  finalizeAccountChange: FinalizeAccountChange
  now: () => Date
}

/** What comes with the end of an account's sessions. */
export type Ending = {
  /** The session that goes on. */
  keep?: string
  /** Takes back open reset links. */
  resets?: boolean
  /** Leaves the workspaces it shares, and empties its own. */
  leave?: boolean
  /** Tells the owner, at the address the account has then. */
  tell?: Pick<NewEvent, 'kind' | 'data'>
}

/**
 * A change of an account that ends its sessions. The epoch is raised in the change itself, so a sign-in that
 * is under way ends too (complete-sign-in.ts), and what has to follow is noted in it, so that neither a crash
 * nor a Redis that is away leaves a session behind that was to end (finalize-account-change.ts).
 *
 * A session that an earlier change was to end, and could not yet, is not kept by a later one.
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

/** Changes an account and ends all its sessions but the one kept. */
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
