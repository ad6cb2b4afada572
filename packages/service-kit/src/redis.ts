import { Redis } from 'ioredis'
import type { Dependency } from './dependency.ts'
import type { Log } from './log.ts'

/** A Redis connection that fails fast, as a part of a service. */
export type RedisPart = Dependency & { readonly client: Redis }

/** Longest wait for one answer. With the reconnect below a caller hears "unavailable" within 2 s. */
const ANSWER_WITHIN_MS = 1_000

/**
 * Opens a connection that never queues: while Redis is away each command is refused at once, while it
 * hangs each waits {@link ANSWER_WITHIN_MS}. It reconnects by itself for ever.
 */
export function openRedis(url: string, log: Log): RedisPart {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: ANSWER_WITHIN_MS,
    commandTimeout: ANSWER_WITHIN_MS,
    // A frozen server keeps its socket open; without this the connection would be kept for ever.
    socketTimeout: 3 * ANSWER_WITHIN_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    // A command whose answer was lost may have taken effect; only its caller knows whether to repeat it.
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  })
  let isAway = false
  client.on('error', (error) => {
    if (!isAway) log.error({ err: error }, 'redis is not answering')
    isAway = true
  })
  client.on('ready', () => {
    if (isAway) log.info('redis answers again')
    isAway = false
  })
  return {
    name: 'redis',
    client,
    prepare: () => connect(client),
    check: async () => void (await client.ping()),
    close: async () => client.disconnect(),
  }
}

async function connect(client: Redis): Promise<void> {
  if (client.status === 'wait' || client.status === 'end') await client.connect()
  await client.ping()
}
