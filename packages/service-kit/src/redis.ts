import { Redis } from 'ioredis'
import { cacheWriteCheck } from './cached-check.ts'
import type { Dependency } from './dependency.ts'
import type { Log } from './log.ts'

/** A Redis connection that fails fast, as a dependency of a service. */
export type RedisDependency = Dependency & { readonly client: Redis }

/** Maximum wait for a response. Including the reconnect below, callers get "unavailable" within 2 s. */
const RESPONSE_TIMEOUT_MS = 1_000

/**
 * Opens a connection that never queues commands: they fail immediately while Redis is down, and after
 * {@link RESPONSE_TIMEOUT_MS} while it is unresponsive. The client reconnects automatically.
 *
 * @param timeoutFactor multiplies the time limits, for slow machines
 */
export function openRedis(url: string, log: Log, timeoutFactor = 1): RedisDependency {
  const timeoutMs = timeoutFactor * RESPONSE_TIMEOUT_MS
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    // A frozen server keeps its socket open; without this timeout, the connection would never be replaced.
    socketTimeout: 3 * timeoutMs,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    // A command whose response was lost may have taken effect; only its caller knows whether to repeat it.
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  })
  const checkWrite = cacheWriteCheck(() => writeAndRead(client))
  let isDown = false
  client.on('error', (error) => {
    if (!isDown) log.error({ err: error }, 'redis is not responding')
    isDown = true
  })
  client.on('ready', () => {
    if (isDown) log.info('redis is responding again')
    isDown = false
  })
  return {
    name: 'redis',
    client,
    prepare: () => connect(client),
    check: async () => {
      await client.ping()
      await checkWrite()
    },
    close: async () => client.disconnect(),
  }
}

const READINESS_KEY = 'readiness'

/** Redis responds to PING even if it refuses every write, because its memory or its disk is full. */
async function writeAndRead(client: Redis): Promise<void> {
  await client.set(READINESS_KEY, new Date().toISOString(), 'EX', 60)
  if ((await client.get(READINESS_KEY)) === null)
    throw new Error('a key was written, but cannot be read')
}

async function connect(client: Redis): Promise<void> {
  if (client.status === 'wait' || client.status === 'end') await client.connect()
  await client.ping()
}
