/** Looks once a minute for accounts whose day has come. */
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import { repeating } from '@inkproof/service-kit/repeating'

export type SweepDeps = {
  /** Ids of accounts whose day has come, a bounded number. */
  due: () => Promise<string[]>
  removeAccount: (accountId: string) => Promise<void>
  log: Log
}

const EVERY_MS = 60_000

/** One account that cannot be removed keeps none of the others. */
export function deletionSweep({ due, removeAccount, log }: SweepDeps): Dependency {
  return repeating('deletions', EVERY_MS, log, async () => {
    for (const accountId of await due()) {
      await removeAccount(accountId).catch((error: unknown) => {
        log.error({ err: error }, 'an account whose day has come could not be removed')
      })
    }
  })
}
