/** Applies the effects of an account change on other stores, because two stores cannot change atomically. */
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import { repeating } from '@inkproof/service-kit/repeating'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { Events, NewEvent } from '../events/events.ts'
import type { Sessions } from '../session-store/session-store.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { withdrawResets } from './withdraw-resets.ts'

export type FinalizeAccountChange = (account: AccountRow) => Promise<void>

export type FinalizeDeps = {
  accounts: Pick<AccountStore, 'find' | 'change'>
  sessions: Pick<Sessions, 'endBefore'>
  tokens: Pick<Tokens, 'withdraw'>
  events: Events
  /** Takes the account out of the workspaces it shares. */
  leaveSharedWorkspaces: (account: AccountRow) => Promise<void>
}

/**
 * Applies everything that is pending in `account.owed`. Each step is idempotent, so two concurrent calls have
 * the same effect. `owed` is cleared only if no further change has added to it meanwhile.
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
  await deps.sessions.endBefore(accountId, epoch, owed.keep ?? undefined)
  if (owed.leave) await deps.leaveSharedWorkspaces(account)
  const after = await deps.accounts.change(accountId, (now) =>
    now.owed && now.epoch === epoch ? { owed: null } : {},
  )
  await finalizeAccountChange(deps, after)
}

const EVERY_MS = 2_000

/** Retries effects that a crash or an unreachable Redis prevented. Never makes the service unready. */
export function accountChangeSweep(
  accounts: Pick<AccountStore, 'owing'>,
  finalize: FinalizeAccountChange,
  log: Log,
): Dependency {
  return repeating('account duties', EVERY_MS, log, async () => {
    const failed = (error: unknown) =>
      log.error({ err: error }, 'sessions that were to end could not be ended yet')
    const owing = await accounts.owing().catch((error) => void failed(error))
    // A failure for one account does not stop the others.
    for (const account of owing ?? []) await finalize(account).catch(failed)
  })
}
