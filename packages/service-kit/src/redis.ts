import { Redis } from 'ioredis'
import type { Dependency } from './dependency.ts'
import type { Log } from './log.ts'

/** A Redis connection that fails fast, as a dependency of a service. */
export type RedisPart = Dependency & { readonly client: Redis }

/** Maximum wait for one response. Including the reconnect below, a caller gets "unavailable" within 2 s. */
const RESPONSE_TIMEOUT_MS = 1_000

/**
 * Opens a connection that never queues commands: while Redis is down each fails at once, while it is unresponsive
 * each waits {@link RESPONSE_TIMEOUT_MS}. It keeps reconnecting.
 */
export function openRedis(url: string, log: Log): RedisPart {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: RESPONSE_TIMEOUT_MS,
    commandTimeout: RESPONSE_TIMEOUT_MS,
    // A frozen server keeps its socket open; without this the connection would stay open forever.
    socketTimeout: 3 * RESPONSE_TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    // A command whose response was lost may have taken effect; only its caller knows whether to repeat it.
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
