import { once } from 'node:events'
import { withTimeout } from 'es-toolkit/promise'
import { Cluster } from 'ioredis'
import { cacheWriteCheck } from './cached-check.ts'
import type { Dependency } from './dependency.ts'
import type { Log } from './log.ts'
import { connectRedis, type RedisClient } from './redis-connection.ts'
import type { RedisAddress } from './redis-settings.ts'

/** A Redis connection that fails fast, as a dependency of a service. */
export type RedisDependency = Dependency & { readonly client: RedisClient }

/** Maximum wait for a response. Including the reconnect below, callers get "unavailable" within 2 s. */
const RESPONSE_TIMEOUT_MS = 1_000

/** Time limits within which a connection through Sentinels or a Cluster is opened: to ask for a server, then to reach it. */
const CONNECT_TIMEOUTS = 3

/**
 * Opens a connection that never queues commands: they fail immediately while Redis is down, and after
 * {@link RESPONSE_TIMEOUT_MS} while it is unresponsive. The client reconnects automatically, also to a newly elected
 * master.
 *
 * @param address where Redis is (redis-settings.ts), or the URL of one server
 * @param timeoutFactor multiplies the time limits, for slow machines
 */
export function openRedis(
  address: RedisAddress | string,
  log: Log,
  timeoutFactor = 1,
): RedisDependency {
  const timeoutMs = timeoutFactor * RESPONSE_TIMEOUT_MS
  const client = connectRedis(address, {
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    // A frozen server keeps its socket open; without this timeout, the connection would never be replaced.
    socketTimeout: 3 * timeoutMs,
    maxRetriesPerRequest: 0,
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
    prepare: () => connect(client, CONNECT_TIMEOUTS * timeoutMs),
    check: async () => {
      await requireResponse(client)
      await checkWrite()
    },
    close: async () => client.disconnect(),
  }
}

async function connect(client: RedisClient, timeoutMs: number): Promise<void> {
  // A Cluster whose first attempt fails reconnects without resolving the promise of `connect`.
  if (client.status === 'wait' || client.status === 'end')
    await withTimeout(() => Promise.race([client.connect(), once(client, 'ready')]), timeoutMs)
  // A Cluster is ready as soon as one node responds; commands to the others would fail until they are connected.
  if (client instanceof Cluster)
    await Promise.all(client.nodes('master').map((node) => node.ping()))
  await requireResponse(client)
}

/** @throws Error if the server does not respond, or a Cluster does not serve all keys */
async function requireResponse(client: RedisClient): Promise<void> {
  if (!(client instanceof Cluster)) return void (await client.ping())
  const state = await client.cluster('INFO')
  if (!state.includes('cluster_state:ok')) throw new Error('CLUSTERDOWN some keys are not served')
}

const READINESS_KEY = 'readiness'

/** Redis responds to PING even if it refuses every write, because its memory or its disk is full. */
async function writeAndRead(client: RedisClient): Promise<void> {
  await client.set(READINESS_KEY, new Date().toISOString(), 'EX', 60)
  if ((await client.get(READINESS_KEY)) === null)
    throw new Error('a key was written, but cannot be read')
}
