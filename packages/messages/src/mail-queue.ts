/** BullMQ rings for mails; it carries only which row to look at, so whatever Redis loses, no mail is lost. */
import type { Log } from '@inkproof/service-kit/log'
import { Queue, Worker } from 'bullmq'
import { withTimeout } from 'es-toolkit/promise'
import { Redis } from 'ioredis'
import type { MailRef } from '../mail-field/due-mail.ts'
import type { DueMail } from './outbox.ts'

export type Bell = {
  /** Resolves once rings are heard. Safe to call again. */
  open(): Promise<void>
  /** Wakes a worker for a mail. Rejects while Redis is away: the sweep rings again. */
  ring(mail: DueMail): Promise<void>
  /** Ends the tries under way, as far as they end within the time. */
  close(withinMs: number): Promise<void>
}

export type BellDeps = {
  url: string
  /** Keeps installations apart that share a Redis. */
  prefix: string
  deliver: (ref: MailRef) => Promise<void>
  log: Log
}

const MAILS_AT_ONCE = 5
const QUEUE = 'mail'
const LEAVE_WITHIN_MS = 500
const CONNECTION = {
  lazyConnect: true,
  connectTimeout: 1_000,
  retryStrategy: (attempt: number) => Math.min(attempt * 100, 1_000),
}

type Parts = { clients: Redis[]; queue: Queue; worker: Worker }

export function createBell(deps: BellDeps): Bell {
  let parts: Parts | undefined
  const quiet = () => undefined

  async function open(): Promise<void> {
    if (parts) return
    const opened = await connect(deps)
    try {
      await Promise.all([opened.queue.waitUntilReady(), opened.worker.waitUntilReady()])
    } catch (error) {
      // BullMQ gives up for good on a connection that fails at its start.
      await shut(opened, 0)
      throw error
    }
    opened.worker.run().catch(quiet)
    parts = opened
  }

  return {
    open,
    ring: async ({ ref, tries, rank }) => {
      if (!parts) throw new Error('rings are not heard yet')
      // A ring for the same try of the same mail is the same job.
      const jobId = `${ref.collection}.${encodeURIComponent(ref.id)}.${tries}`
      const once = { jobId, removeOnComplete: true, removeOnFail: true }
      await parts.queue.add('ring', ref, { ...once, priority: rank })
    },
    close: async (withinMs) => {
      const closing = parts
      parts = undefined
      if (closing) await shut(closing, withinMs)
    },
  }
}

async function connect({ url, prefix, deliver, log }: BellDeps): Promise<Parts> {
  const asking = new Redis(url, {
    ...CONNECTION,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 1_000,
  })
  // A worker waits for its next ring, however long Redis is away.
  const waiting = new Redis(url, { ...CONNECTION, maxRetriesPerRequest: null })
  const clients = [asking, waiting]
  // Said once, by the service's own connection (service-kit/redis).
  for (const client of clients) client.on('error', () => undefined)
  try {
    await Promise.all(clients.map((client) => client.connect()))
  } catch (error) {
    for (const client of clients) client.disconnect()
    throw error
  }
  const shared = { prefix, skipVersionCheck: true }
  const queue = new Queue(QUEUE, { ...shared, connection: asking })
  const worker = new Worker<MailRef>(QUEUE, async ({ data }) => deliver(data), {
    ...shared,
    connection: waiting,
    autorun: false,
    concurrency: MAILS_AT_ONCE,
  })
  queue.on('error', () => undefined)
  worker.on('error', () => undefined)
  worker.on('failed', (_job, error) => log.error({ err: error }, 'a mail could not be tried'))
  return { clients, queue, worker }
}

async function shut({ clients, queue, worker }: Parts, withinMs: number): Promise<void> {
  const nothing = () => undefined
  await withTimeout(() => worker.close(withinMs === 0), withinMs).catch(nothing)
  // The rest only takes leave of Redis, which may be frozen.
  const leaving = Promise.allSettled([worker.close(true), queue.close()])
  await withTimeout(() => leaving, LEAVE_WITHIN_MS).catch(nothing)
  for (const client of clients) client.disconnect()
}
