/** The e-mails of a service: features add collections and templates, and one sender sends the e-mails that are due. */
import type { SentEmail } from '@inkproof/protocol/mail'
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import { type RedisSettings, redisAddress } from '@inkproof/service-kit/redis-settings'
import type { Registry } from 'prom-client'
import { composeEmail, type Email } from './compose.ts'
import { type DeliverDeps, deliver } from './deliver.ts'
import { type EmailCollection, type EmailSource, emailCollection } from './email-collection.ts'
import { measureEmails } from './mail-metrics.ts'
import { createOutbox } from './outbox.ts'
import type { OutboxRow } from './outbox-entry.model.ts'
import { createSender, type Sender } from './sender.ts'
import { sentEmailOf } from './sent-emails.ts'
import { createSmtpSender } from './smtp.ts'
import { createTemplateRegistry, type TemplateRegistry } from './templates.ts'

/** A service's settings (settings.ts, service-kit config) and connections. */
export type MessagesDeps = RedisSettings & {
  PUBLIC_ORIGIN: string
  MAIL_FROM?: string | undefined
  SMTP_URL: string
  /** Its path is the database name, which separates the queues of services that share a Redis. */
  MONGO_URL: string
  metrics: { registry: Registry }
  log: Log
  now: () => Date
}

export type Messages = {
  /** Adds a collection whose rows cause e-mails. Call it before the sender is prepared. */
  addCollection<Row extends OutboxRow>(source: EmailSource<Row>): Emails<Row>
  /** The background job that sends the e-mails. */
  sender: Dependency
}

/** The e-mails of one collection. */
export type Emails<Row extends OutboxRow> = {
  templates: TemplateRegistry<Row>
  /**
   * Sends the e-mail of a new row without waiting for the sweep. Best effort: if this fails, the sweep sends it within
   * seconds.
   */
  enqueue(row: Pick<Row, '_id' | 'mail'>): void
  /** Returns the e-mail of a row with its delivery state; undefined if there is none to show (sent-emails.ts). */
  describe(row: Row): SentEmail | undefined
  /** Returns the e-mails of the newest `limit` rows that match the filter, newest first. Skips rows without one. */
  list(filter: object, limit: number): Promise<SentEmail[]>
}

/** What the collections of a service share. */
type Shared = {
  collections: Map<string, EmailCollection>
  composers: Map<string, (row: OutboxRow) => Promise<Email | undefined>>
  origin: string
  /** The part of a Message-ID after the @. */
  host: string
}

/** Creates the sender of a service, to which features add their e-mail collections. */
export function createMessages(deps: MessagesDeps): Messages {
  const { now, log } = deps
  const origin = new URL(deps.PUBLIC_ORIGIN).origin
  const from = deps.MAIL_FROM ?? `no-reply@${new URL(origin).hostname}`
  const host = from.slice(from.indexOf('@') + 1)
  const shared: Shared = { collections: new Map(), composers: new Map(), origin, host }
  const outbox = createOutbox(shared.collections)
  const deliverDeps: DeliverDeps = {
    outbox,
    compose: async ({ collection }, row) => shared.composers.get(collection)?.(row),
    send: createSmtpSender(deps.SMTP_URL, from),
    count: measureEmails(deps.metrics.registry, outbox),
    now,
    log,
  }
  const sender = createSender({
    redis: redisAddress(deps),
    prefix: `bull:${new URL(deps.MONGO_URL).pathname.slice(1)}`,
    outbox,
    deliver: (ref) => deliver(deliverDeps, ref),
    now,
    log,
  })
  return {
    sender: sender.job,
    addCollection: (source) => addCollection(shared, source, sender.enqueue),
  }
}

function addCollection<Row extends OutboxRow>(
  { collections, composers, origin, host }: Shared,
  source: EmailSource<Row>,
  enqueue: Sender['enqueue'],
): Emails<Row> {
  const rows = emailCollection(source)
  const templates = createTemplateRegistry<Row>()
  const emailContext = { source, templates, origin }
  collections.set(rows.name, rows)
  composers.set(rows.name, (row) => composeEmail({ ...emailContext, host }, row as Row))
  return {
    templates,
    enqueue: ({ _id: id, mail }) => {
      if (mail) enqueue({ ref: { collection: rows.name, id }, tries: mail.tries, rank: mail.rank })
    },
    describe: (row) => sentEmailOf(emailContext, row),
    list: async (filter, limit) => {
      const newest = await rows.findNewest(filter, limit)
      return newest.flatMap((row) => sentEmailOf(emailContext, row) ?? [])
    },
  }
}
