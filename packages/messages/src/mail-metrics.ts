/** The Prometheus metrics of e-mails. */
import { Counter, Gauge, type Registry } from 'prom-client'
import type { DeliverDeps } from './deliver.ts'
import type { Outbox } from './outbox.ts'

/** Registers the metrics. Returns the function that counts the result of each attempt. */
export function measureEmails(
  registry: Registry,
  outbox: Pick<Outbox, 'countDue'>,
): DeliverDeps['count'] {
  const tries = new Counter({
    name: 'mail_tries_total',
    help: 'Attempts to send an e-mail, by result',
    labelNames: ['outcome'] as const,
    registers: [registry],
  })
  new Gauge({
    name: 'mails_due',
    help: 'E-mails that are not sent yet',
    registers: [registry],
    async collect() {
      // While the database is unreachable, this metric is NaN and the others are still reported.
      this.set(await outbox.countDue().catch(() => Number.NaN))
    },
  })
  return (outcome) => tries.inc({ outcome })
}
