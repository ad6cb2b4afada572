/** Sends what is due: rings of Redis make it prompt, a look at the rows makes it certain. */
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import { repeating } from '@inkproof/service-kit/repeating'
import type { MailRef, RingMail } from '../mail-field/due-mail.ts'
import { createBell } from './bell.ts'
import type { Outbox } from './outbox.ts'

export type SenderDeps = {
  redisUrl: string
  prefix: string
  outbox: Outbox
  deliver: (ref: MailRef) => Promise<void>
  now: () => Date
  log: Log
}

const SWEEP_EVERY_MS = 2_000
const RUNG_AT_ONCE = 100
/** A service has ten seconds to end; a try that takes longer is made again by the next one. */
const END_WITHIN_MS = 5_000

export function mailSender(deps: SenderDeps): { part: Dependency; ring: RingMail } {
  const { outbox, now, log } = deps
  const bell = createBell({ ...deps, url: deps.redisUrl })
  const sweep = repeating('mails that are due', SWEEP_EVERY_MS, log, async () => {
    for (const mail of await outbox.due(now(), RUNG_AT_ONCE)) await bell.ring(mail)
  })
  return {
    ring: (ref, rank) => void bell.ring({ ref, rank, tries: 0 }).catch(() => undefined),
    part: {
      name: 'mail',
      prepare: async () => {
        await bell.open()
        await sweep.prepare()
      },
      // A mail server that is away makes mails late, and nothing else.
      check: async () => undefined,
      close: async () => {
        await sweep.close()
        await bell.close(END_WITHIN_MS)
      },
    },
  }
}
