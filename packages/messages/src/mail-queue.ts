/** BullMQ notifications of due e-mails. A job only refers to a row, so no e-mail is lost if Redis loses data. */
import type { Log } from '@inkproof/service-kit/log'
import { connectRedis, type RedisClient } from '@inkproof/service-kit/redis-connection'
import type { RedisAddress } from '@inkproof/service-kit/redis-settings'
import { Queue, Worker } from 'bullmq'
import { withTimeout } from 'es-toolkit/promise'
import type { DueEmail } from './outbox.ts'
import type { EmailRef } from './outbox-entry.ts'

export type MailQueue = {
  /** Connects to Redis and starts the worker. Has no effect if the queue is already open. */
  open(): Promise<void>
  /** Notifies a worker of an e-mail. Rejects while Redis is unreachable; the sweep tries again. */
  enqueue(email: DueEmail): Promise<void>
  /** Closes the queue, waiting at most this long for attempts in progress. */
  close(timeoutMs: number): Promise<void>
}

export type MailQueueDeps = {
  redis: RedisAddress | string
  /** Separates the queues of services and installations that share a Redis. */
  prefix: string
  deliver: (ref: EmailRef) => Promise<void>
  log: Log
}

const CONCURRENT_EMAILS = 5
const QUEUE = 'mail'
const DISCONNECT_TIMEOUT_MS = 500
const CONNECT_TIMEOUT_MS = 1_000

type Connection = { clients: RedisClient[]; queue: Queue; worker: Worker }

export function createMailQueue(deps: MailQueueDeps): MailQueue {
  let connection: Connection | undefined
  const ignore = () => undefined

  async function open(): Promise<void> {
    if (connection) return
    const newConnection = await connect(deps)
    try {
      await Promise.all([
        newConnection.queue.waitUntilReady(),
        newConnection.worker.waitUntilReady(),
      ])
    } catch (error) {
      // BullMQ never reconnects if the first connection fails, so the next call needs new connections.
      await shutDown(newConnection, 0)
      throw error
    }
    newConnection.worker.run().catch(ignore)
    connection = newConnection
  }

  return {
    open,
    enqueue: async ({ ref, tries, rank }) => {
      if (!connection) throw new Error('the mail queue is not open')
      // A repeated notification of the same attempt has the same job id.
      const jobId = `${ref.collection}.${encodeURIComponent(ref.id)}.${tries}`
      const jobOptions = { jobId, removeOnComplete: true, removeOnFail: true }
      await connection.queue.add('send', ref, { ...jobOptions, priority: rank })
    },
    close: async (timeoutMs) => {
      const closing = connection
      connection = undefined
      if (closing) await shutDown(closing, timeoutMs)
    },
  }
}

async function connect({ redis, prefix, deliver, log }: MailQueueDeps): Promise<Connection> {
  const commands = connectRedis(redis, {
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    commandTimeout: 1_000,
  })
  // Without a retry limit, a worker keeps waiting for its next job during a long Redis outage.
  const blockingOptions = { connectTimeout: CONNECT_TIMEOUT_MS, maxRetriesPerRequest: null }
  const blocking = connectRedis(redis, blockingOptions, true)
  const clients = [commands, blocking]
  // The service's own connection logs outages once (service-kit/redis).
  for (const client of clients) client.on('error', () => undefined)
  try {
    await Promise.all(clients.map((client) => client.connect()))
  } catch (error) {
    for (const client of clients) client.disconnect()
    throw error
  }
  // A Cluster accepts BullMQ's scripts only if the keys of a queue share a hash tag.
  const shared = { prefix: `{${prefix}}`, skipVersionCheck: true }
  const queue = new Queue(QUEUE, { ...shared, connection: commands })
  const worker = new Worker<EmailRef>(QUEUE, async ({ data }) => deliver(data), {
    ...shared,
    connection: blocking,
    autorun: false,
    concurrency: CONCURRENT_EMAILS,
  })
  queue.on('error', () => undefined)
  worker.on('error', () => undefined)
  worker.on('failed', (_job, error) =>
    log.error({ err: error }, 'an attempt to send an e-mail failed'),
  )
  return { clients, queue, worker }
}

async function shutDown({ clients, queue, worker }: Connection, timeoutMs: number): Promise<void> {
  const ignore = () => undefined
  await withTimeout(() => worker.close(timeoutMs === 0), timeoutMs).catch(ignore)
  // The remaining steps only disconnect from Redis, which may not respond.
  const disconnecting = Promise.allSettled([worker.close(true), queue.close()])
  await withTimeout(() => disconnecting, DISCONNECT_TIMEOUT_MS).catch(ignore)
  for (const client of clients) client.disconnect()
}
