/**
 * Sends the e-mails that are due: promptly after a Redis notification, and reliably by a periodic sweep of the rows.
 */
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import type { RedisAddress } from '@inkproof/service-kit/redis-settings'
import { createRepeatingJob } from '@inkproof/service-kit/repeating-job'
import { createMailQueue } from './mail-queue.ts'
import type { DueEmail, Outbox } from './outbox.ts'
import type { EmailRef } from './outbox-entry.ts'

export type SenderDeps = {
  redis: RedisAddress | string
  prefix: string
  outbox: Outbox
  deliver: (ref: EmailRef) => Promise<void>
  now: () => Date
  log: Log
}

export type Sender = {
  /** A background job: opens the queue, sweeps the rows, and finishes the attempts in progress when stopped. */
  job: Dependency
  /** Requests sending of an e-mail without waiting for the sweep. Best effort. */
  enqueue(email: DueEmail): void
}

const SWEEP_INTERVAL_MS = 2_000
const MAX_ENQUEUED_PER_SWEEP = 100
/** A service has ten seconds to stop; an attempt that takes longer is repeated by the next process. */
const CLOSE_TIMEOUT_MS = 5_000

export function createSender(deps: SenderDeps): Sender {
  const { outbox, now, log } = deps
  const queue = createMailQueue(deps)
  const sweep = createRepeatingJob('e-mails that are due', SWEEP_INTERVAL_MS, log, async () => {
    for (const email of await outbox.findDue(now(), MAX_ENQUEUED_PER_SWEEP))
      await queue.enqueue(email)
  })
  return {
    enqueue: (email) => void queue.enqueue(email).catch(() => undefined),
    job: {
      name: 'mail',
      prepare: async () => {
        await queue.open()
        await sweep.prepare()
      },
      // An unreachable mail server only delays e-mails.
      check: async () => undefined,
      close: async () => {
        await sweep.close()
        await queue.close(CLOSE_TIMEOUT_MS)
      },
    },
  }
}
