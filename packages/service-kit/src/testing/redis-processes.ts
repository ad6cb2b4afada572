/** Redis installations of several processes, for tests: a master and a replica with three Sentinels, and a Cluster. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePort, until } from './fixture.ts'

/** The password of all servers. */
export const SERVER_PASSWORD = 'the-password-of-the-servers'
export const SENTINEL_PASSWORD = 'the-password-of-the-sentinels'
export const MASTER_NAME = 'inkproof'
/** After this time without a response, a server is considered down. */
const DOWN_AFTER_MS = 1_000
/**
 * How long to wait for a Sentinel failover. It takes seconds, but a Sentinel that the machine does not schedule for two
 * seconds acts on nothing for the next 30 s ("TILT mode" in the manual of Redis Sentinel), which can happen repeatedly.
 */
export const FAILOVER_TIMEOUT_MS = 150_000
const NODES = 3
const SLOTS = 16_384

export type RedisProcess = {
  port: number
  /** A connection with the password of the servers, for what a test asks a process directly. */
  client: Redis
  pause(): void
  resume(): void
  kill(): Promise<void>
}

export type RedisSentinels = {
  /** The settings of a service that uses them. */
  env: Record<string, string>
  master: RedisProcess
  replica: RedisProcess
  remove(): Promise<void>
}

export type RedisCluster = {
  env: Record<string, string>
  nodes: RedisProcess[]
  /** Returns how often the nodes refused a command because its keys are in several slots. */
  countCrossSlotErrors(): Promise<number>
  remove(): Promise<void>
}

/** Starts a master, its replica and three Sentinels, two of which must agree to replace the master. */
export async function startSentinels(): Promise<RedisSentinels> {
  const group = createGroup()
  const master = await group.start(SERVER)
  const replica = await group.start({ ...SERVER, replicaof: `127.0.0.1 ${master.port}` })
  await until(async () => (await replica.client.info()).includes('master_link_status:up'))
  const sentinels = await Promise.all([1, 2, 3].map(() => group.start(sentinel(master.port), true)))
  await until(async () => (await Promise.all(sentinels.map(knowsOthers))).every(Boolean))
  return {
    env: {
      REDIS_SENTINELS: sentinels.map(({ port }) => `127.0.0.1:${port}`).join(),
      REDIS_SENTINEL_MASTER: MASTER_NAME,
      REDIS_SENTINEL_PASSWORD: SENTINEL_PASSWORD,
      REDIS_SERVER_PASSWORD: SERVER_PASSWORD,
    },
    master,
    replica,
    remove: group.remove,
  }
}

/** Starts a Cluster of three masters. A service is told only one of them. */
export async function startCluster(): Promise<RedisCluster> {
  const group = createGroup()
  const busPorts = await Promise.all(Array.from({ length: NODES }, freePort))
  const nodes = await Promise.all(busPorts.map((port) => group.start(clusterNode(port))))
  const [first] = nodes as [RedisProcess, ...RedisProcess[]]
  for (const [i, { client, port }] of nodes.entries()) {
    const [from, to] = [i, i + 1].map((n) => Math.floor((n * SLOTS) / NODES)) as [number, number]
    await client.call('CLUSTER', 'ADDSLOTSRANGE', from, to - 1)
    await first.client.call('CLUSTER', 'MEET', '127.0.0.1', port, String(busPorts[i]))
  }
  const isComplete = async ({ client }: RedisProcess) => {
    const info = String(await client.call('CLUSTER', 'INFO'))
    return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${NODES}`)
  }
  await until(async () => (await Promise.all(nodes.map(isComplete))).every(Boolean))
  return {
    env: {
      REDIS_CLUSTER: `127.0.0.1:${first.port}`,
      REDIS_SERVER_PASSWORD: SERVER_PASSWORD,
    },
    nodes,
    countCrossSlotErrors: async () => {
      const stats = await Promise.all(nodes.map(({ client }) => client.info('errorstats')))
      const counts = stats.map((text) => /errorstat_CROSSSLOT:count=(\d+)/.exec(text)?.[1])
      return counts.reduce((sum, count) => sum + Number(count ?? 0), 0)
    },
    remove: group.remove,
  }
}

type Config = Record<string, string>

const SERVER: Config = {
  requirepass: SERVER_PASSWORD,
  masterauth: SERVER_PASSWORD,
  save: '""',
  'repl-diskless-sync-delay': '0',
}

/**
 * By default, the nodes talk to each other on their port plus 10,000, which may be in use: it can be in the ephemeral
 * port range.
 */
function clusterNode(busPort: number): Config {
  return {
    ...SERVER,
    'cluster-enabled': 'yes',
    'cluster-port': String(busPort),
    'cluster-node-timeout': String(DOWN_AFTER_MS),
  }
}

function sentinel(masterPort: number): Config {
  return {
    requirepass: SENTINEL_PASSWORD,
    'sentinel sentinel-pass': SENTINEL_PASSWORD,
    [`sentinel monitor ${MASTER_NAME}`]: `127.0.0.1 ${masterPort} 2`,
    [`sentinel auth-pass ${MASTER_NAME}`]: SERVER_PASSWORD,
    [`sentinel down-after-milliseconds ${MASTER_NAME}`]: String(DOWN_AFTER_MS),
    [`sentinel failover-timeout ${MASTER_NAME}`]: '5000',
  }
}

/** Processes with a common folder, which `remove` ends and deletes. */
function createGroup() {
  const folder = mkdtempSync(join(tmpdir(), 'inkproof-redis-group-'))
  const started: RedisProcess[] = []
  const start = async (config: Config, isSentinel = false) => {
    const process = await startProcess(folder, config, isSentinel)
    started.push(process)
    return process
  }
  const remove = async () => {
    await Promise.all(started.map((process) => process.kill()))
    rmSync(folder, { recursive: true, force: true })
  }
  return { start, remove }
}

async function startProcess(
  parent: string,
  config: Config,
  isSentinel: boolean,
): Promise<RedisProcess> {
  const port = await freePort()
  const folder = join(parent, String(port))
  mkdirSync(folder)
  const logFile = join(folder, 'redis.log')
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    dir: folder,
    logfile: logFile,
    ...config,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`)
  const file = join(folder, 'redis.conf')
  writeFileSync(file, lines.join(''))
  const child = spawn('redis-server', [file, ...(isSentinel ? ['--sentinel'] : [])], {
    stdio: 'ignore',
  })
  const password = config['requirepass'] ?? ''
  const client = new Redis({ port, password, retryStrategy: () => 50, maxRetriesPerRequest: null })
  client.on('error', () => undefined)
  const ended = once(child, 'exit').then(() => {
    client.disconnect()
    throw new Error(`redis-server ended at its start: ${readFileSync(logFile, 'utf8')}`)
  })
  await Promise.race([client.ping(), ended])
  ended.catch(() => undefined)
  return {
    port,
    client,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    kill: async () => {
      client.disconnect()
      await end(child)
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/** Whether a Sentinel knows the two others and the replica, without which it cannot replace the master. */
async function knowsOthers({ client }: RedisProcess): Promise<boolean> {
  const state = (await client.call('SENTINEL', 'MASTER', MASTER_NAME)) as string[]
  const fieldOf = (name: string) => state[state.indexOf(name) + 1]
  return fieldOf('num-other-sentinels') === '2' && fieldOf('num-slaves') === '1'
}
