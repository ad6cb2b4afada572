/** Brings about elsewhere what a change of an account calls for; two stores cannot change together. */
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import { repeating } from '@inkproof/service-kit/repeating'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { Events, NewEvent } from '../events/events.ts'
import type { Tokens } from '../tokens/tokens.ts'
import type { Sessions } from './sessions.ts'
import { withdrawResets } from './withdraw-resets.ts'

export type SettleAccount = (account: AccountRow) => Promise<void>

export type SettleAccountDeps = {
  accounts: Pick<AccountStore, 'find' | 'change'>
  sessions: Pick<Sessions, 'endBefore'>
  tokens: Pick<Tokens, 'withdraw'>
  events: Events
  /** Takes the account out of the workspaces it shares. */
  leaveOthers: (account: AccountRow) => Promise<void>
}

/**
 * Does what an account owes. Each step may be repeated, and two who settle at once do the same thing. What
 * is owed is struck off only if no further change has added to it meanwhile.
 */
export async function settleAccount(deps: SettleAccountDeps, account: AccountRow): Promise<void> {
  const { _id: accountId, epoch, owed } = account
  if (!owed) return
  if (owed.resets) await withdrawResets(deps.tokens, account, owed.at)
  for (const event of owed.tell as Omit<NewEvent, 'accountId'>[])
    await deps.events.record({ ...event, accountId })
  await deps.sessions.endBefore(accountId, epoch, owed.keep ?? undefined)
  if (owed.leave) await deps.leaveOthers(account)
  const after = await deps.accounts.change(accountId, (now) =>
    now.owed && now.epoch === epoch ? { owed: null } : {},
  )
  await settleAccount(deps, after)
}

const EVERY_MS = 2_000

/** Ends what a crash or a Redis that was away left open. Never makes the service unready. */
export function settling(
  accounts: Pick<AccountStore, 'owing'>,
  settle: SettleAccount,
  log: Log,
): Dependency {
  return repeating('account duties', EVERY_MS, log, async () => {
    const failed = (error: unknown) =>
      log.error({ err: error }, 'sessions that were to end could not be ended yet')
    const owing = await accounts.owing().catch((error) => void failed(error))
    // One account that cannot be settled keeps none of the others.
    for (const account of owing ?? []) await settle(account).catch(failed)
  })
}
