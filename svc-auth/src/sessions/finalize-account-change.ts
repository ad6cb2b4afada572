/** Applies the effects of an account change on other stores, which cannot change atomically with the account. */
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import { createRepeatingJob } from '@inkproof/service-kit/repeating-job'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { isVerifiedPerson } from '../accounts/verified-person.ts'
import type { Events, NewEvent } from '../events/events.ts'
import type { Sessions } from '../session-store/session-store.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { withdrawResets } from './withdraw-resets.ts'

export type FinalizeAccountChange = (account: AccountRow) => Promise<void>

export type FinalizeDeps = {
  accounts: Pick<AccountStore, 'find' | 'change'>
  sessions: Pick<Sessions, 'endBefore' | 'update'>
  tokens: Pick<Tokens, 'withdraw'>
  events: Events
  /** Removes the account from the workspaces it shares with others. */
  leaveSharedWorkspaces: (account: AccountRow) => Promise<void>
}

/**
 * Applies the pending effects in `account.owed`. Each step is idempotent, so concurrent calls are safe. `owed` is
 * cleared only if no other change has added to it in the meantime; otherwise the added effects are applied too.
 */
export async function finalizeAccountChange(
  deps: FinalizeDeps,
  account: AccountRow,
): Promise<void> {
  const { _id: accountId, epoch, owed } = account
  if (!owed) return
  if (owed.resets) await withdrawResets(deps.tokens, account, owed.at)
  for (const event of owed.tell as Omit<NewEvent, 'accountId'>[])
    await deps.events.record({ ...event, accountId })
  // The change may have removed what verified the account, such as its only linked provider account.
  const keep = owed.keep
    ? { sessionId: owed.keep, isVerifiedPerson: isVerifiedPerson(account) }
    : undefined
  await deps.sessions.endBefore(accountId, epoch, keep)
  if (owed.leave) await deps.leaveSharedWorkspaces(account)
  const updated = await deps.accounts.change(accountId, (current) =>
    current.owed && current.epoch === epoch ? { owed: null } : {},
  )
  // It may have been verified since it was read, and its sessions updated before `endBefore`.
  if (keep && !keep.isVerifiedPerson && isVerifiedPerson(updated))
    await deps.sessions.update({ accountId, ...keep }, { isVerifiedPerson: true })
  await finalizeAccountChange(deps, updated)
}

const INTERVAL_MS = 2_000

/** Retries effects that failed because of a crash or an unreachable Redis. Never makes the service unready. */
export function accountChangeSweep(
  accounts: Pick<AccountStore, 'findWithPendingEffects'>,
  finalize: FinalizeAccountChange,
  log: Log,
): Dependency {
  return createRepeatingJob('pending account effects', INTERVAL_MS, log, async () => {
    const logFailure = (error: unknown) =>
      log.error(
        { err: error },
        'could not apply the pending effects of an account change; will retry',
      )
    const pending = await accounts.findWithPendingEffects().catch((error) => void logFailure(error))
    // A failure for one account does not stop the others.
    for (const account of pending ?? []) await finalize(account).catch(logFailure)
  })
}
