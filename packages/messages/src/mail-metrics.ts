/** Figures of the mails for Prometheus. */
import { Counter, Gauge, type Registry } from 'prom-client'
import type { DeliverDeps } from './deliver.ts'
import type { Outbox } from './outbox.ts'

export function measureMails(registry: Registry, outbox: Outbox): DeliverDeps['count'] {
  const tries = new Counter({
    name: 'mail_tries_total',
    help: 'Tries at sending a mail, by what came of them',
    labelNames: ['outcome'] as const,
    registers: [registry],
  })
  new Gauge({
    name: 'mails_due',
    help: 'Mails that are not sent yet',
    registers: [registry],
    async collect() {
      // While the database is away there is no figure, and the other figures stay.
      this.set(await outbox.countDue().catch(() => Number.NaN))
    },
  })
  return (outcome) => tries.inc({ outcome })
}
