/** Checks once a minute for accounts that are due for deletion. */
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import { repeating } from '@inkproof/service-kit/repeating'

export type SweepDeps = {
  /** Ids of accounts that are due, up to a limit. */
  due: () => Promise<string[]>
  removeAccount: (accountId: string) => Promise<void>
  log: Log
}

const EVERY_MS = 60_000

/** A failure for one account does not stop the others. */
export function deletionSweep({ due, removeAccount, log }: SweepDeps): Dependency {
  return repeating('deletions', EVERY_MS, log, async () => {
    for (const accountId of await due()) {
      await removeAccount(accountId).catch((error: unknown) => {
        log.error({ err: error }, 'an account whose day has come could not be removed')
      })
    }
  })
}
