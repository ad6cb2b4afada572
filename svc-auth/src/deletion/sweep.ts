/** Checks once a minute for accounts that are due for deletion. */
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import { createRepeatingJob } from '@inkproof/service-kit/repeating-job'

export type SweepDeps = {
  /** Ids of accounts that are due, up to a limit. */
  findDue: () => Promise<string[]>
  removeAccount: (accountId: string) => Promise<void>
  log: Log
}

const INTERVAL_MS = 60_000

/** Deletes the accounts that are due. A failure for one account does not stop the others. */
export function deletionSweep({ findDue, removeAccount, log }: SweepDeps): Dependency {
  return createRepeatingJob('deletions', INTERVAL_MS, log, async () => {
    for (const accountId of await findDue()) {
      await removeAccount(accountId).catch((error: unknown) => {
        log.error({ err: error }, 'could not remove an account that is due for deletion')
      })
    }
  })
}
