/** Creates connections to Redis, however it is installed. */
import { type RedisOptions as AllRedisOptions, Cluster, Redis } from 'ioredis'
import type { RedisAddress } from './redis-settings.ts'

/**
 * A connection to one server, to the current master of a set with Sentinels, or to a Cluster. The keys of one command,
 * script or transaction must share a hash tag, because a Cluster distributes keys by it (redis-script.ts).
 */
export type RedisClient = Redis | Cluster

type RedisOptions = Omit<AllRedisOptions, 'replyMapping'>

/** What a connection needs beyond the address. */
export type ConnectionOptions = Pick<
  RedisOptions,
  'connectTimeout' | 'commandTimeout' | 'socketTimeout' | 'maxRetriesPerRequest'
>

const MAX_RECONNECT_DELAY_MS = 1_000
/** How often the distribution of the Cluster's keys is read, besides whenever a node reports another one. */
const SLOTS_REFRESH_MS = 2_000
/** Redirections of one command while keys move between nodes. */
const MAX_REDIRECTIONS = 5

const retryStrategy = (attempt: number) => Math.min(attempt * 100, MAX_RECONNECT_DELAY_MS)

/**
 * Creates a connection that is opened by `connect()` and reconnects by itself.
 *
 * @param isQueueing whether commands wait for a connection; otherwise they fail at once without one
 */
export function connectRedis(
  address: RedisAddress | string,
  options: ConnectionOptions,
  isQueueing = false,
): RedisClient {
  const shared: RedisOptions = {
    ...options,
    lazyConnect: true,
    // A command whose response was lost may have taken effect; only its caller knows whether to repeat it.
    autoResendUnfulfilledCommands: false,
    // A master that became a replica keeps its connections; a new one leads to the new master.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  }
  const direct = { ...shared, enableOfflineQueue: isQueueing, retryStrategy }
  if (typeof address === 'string') return new Redis(address, direct)
  if (address.kind === 'server') return new Redis(address.url, direct)
  const { username, password, isEncrypted } = address
  const servers: RedisOptions = {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(isEncrypted && { tls: {} }),
  }
  if (address.kind === 'cluster')
    return connectCluster(address.nodes, { ...shared, ...servers }, isQueueing)
  const { sentinels, masterName, sentinelPassword } = address
  return new Redis({
    ...direct,
    ...servers,
    sentinels,
    name: masterName,
    ...(sentinelPassword !== undefined && { sentinelPassword }),
    ...(isEncrypted && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
    sentinelRetryStrategy: retryStrategy,
    ...(options.connectTimeout && { sentinelCommandTimeout: options.connectTimeout }),
    // Listens for the election of a new master, so that a frozen one is left before its connections time out.
    failoverDetector: true,
  })
}

/** Returns another connection to the same Redis, not yet opened. */
export function duplicateRedis(client: RedisClient): RedisClient {
  return client instanceof Cluster ? client.duplicate() : client.duplicate()
}

function connectCluster(
  nodes: { host: string; port: number }[],
  redisOptions: RedisOptions,
  isQueueing: boolean,
): Cluster {
  return new Cluster(nodes, {
    lazyConnect: true,
    redisOptions,
    enableOfflineQueue: isQueueing,
    clusterRetryStrategy: retryStrategy,
    slotsRefreshInterval: SLOTS_REFRESH_MS,
    ...(redisOptions.connectTimeout && { slotsRefreshTimeout: redisOptions.connectTimeout }),
    maxRedirections: MAX_REDIRECTIONS,
    // Commands are not repeated after a lost response, as above, and fail at once while no node serves their key.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
  })
}
