import type { Session } from '@inkproof/service-kit/auth'
import type { AccountChange, AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { Caller } from '../callers/caller.ts'
import type { NewEvent } from '../events/events.ts'
import type { FinalizeAccountChange } from './finalize-account-change.ts'

/** The session and browser in which a person changes their account. */
export type SessionContext = { session: Pick<Session, 'accountId' | 'sessionId'>; caller: Caller }

export type EndSessionsDeps = {
  accounts: AccountStore
  finalizeAccountChange: FinalizeAccountChange
  now: () => Date
}

/** Further effects of a change that ends an account's sessions. */
export type EndSessionsOptions = {
  /** Id of the session that stays open. */
  keep?: string
  /** Withdraws open reset links. */
  withdrawResets?: boolean
  /** Removes the account from shared workspaces, and other members from its personal workspace. */
  leaveWorkspaces?: boolean
  /** The event of which the owner is notified, at the e-mail address that the account has after the change. */
  notice?: Pick<NewEvent, 'kind' | 'data'>
}

/**
 * Extends a change of an account so that it also ends the account's sessions. The change increments the epoch, which
 * also voids sign-ins in progress (complete-sign-in.ts), and stores the remaining effects, so that no session survives
 * a crash or an unreachable Redis (finalize-account-change.ts).
 *
 * If an earlier change still has sessions to end, a session stays open only if both changes keep it.
 */
export function sessionEndingChange(
  account: AccountRow,
  change: AccountChange,
  { keep, withdrawResets = false, leaveWorkspaces = false, notice }: EndSessionsOptions,
  now: Date,
): AccountChange {
  const epoch = account.epoch + 1
  const { owed } = account
  const mailTo = { ...account, ...change }.email ?? null
  const events = notice ? [{ ...notice, mailTo, cause: `epoch-${epoch}` }] : []
  return {
    ...change,
    epoch,
    owed: {
      at: now,
      keep: (owed && owed.keep !== keep ? null : keep) ?? null,
      resets: withdrawResets || owed?.resets === true,
      leave: leaveWorkspaces || owed?.leave === true,
      tell: [...(owed?.tell ?? []), ...events],
    },
  }
}

/** Changes an account and ends its sessions, except `options.keep`. */
export async function changeAndEndSessions(
  { accounts, finalizeAccountChange, now }: EndSessionsDeps,
  accountId: string,
  decide: (account: AccountRow) => AccountChange,
  options: EndSessionsOptions = {},
): Promise<AccountRow> {
  const account = await accounts.change(accountId, (row) =>
    sessionEndingChange(row, decide(row), options, now()),
  )
  await finalizeAccountChange(account)
  return account
}
