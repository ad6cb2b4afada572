/** How a service finds Redis: one server, a master that Sentinels elect, or a Cluster. */
import { z } from 'zod'
import { storeTimeoutEnv } from './config.ts'

/** The address of one of several servers. */
export type HostAndPort = { host: string; port: number }

/** What all servers behind several addresses share. */
type Credentials = { username?: string; password?: string; isEncrypted: boolean }

/** Where Redis is: the URL of one server, or the addresses of several. */
export type RedisAddress =
  | { kind: 'server'; url: string }
  | ({
      kind: 'sentinels'
      sentinels: HostAndPort[]
      masterName: string
      sentinelPassword?: string
    } & Credentials)
  | ({ kind: 'cluster'; nodes: HostAndPort[] } & Credentials)

const EXPECTED = 'expected host:port, separated by commas'

/** `host:port` pairs, separated by commas. An IPv6 address is in brackets. */
const Servers = z.string().transform((text, context) => {
  const servers = text.split(',').map((server) => readServer(server.trim()))
  if (servers.every((server) => server !== undefined)) return servers
  context.addIssue({ code: 'custom', message: EXPECTED })
  return z.NEVER
})

/** For services that read sessions or limit rates. Complete the schema with {@link redisRequirement}. */
export const redisEnv = {
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  /** The Sentinels, which know the current master. Replaces REDIS_URL. */
  REDIS_SENTINELS: Servers.optional(),
  REDIS_SENTINEL_MASTER: z.string().default('mymaster'),
  REDIS_SENTINEL_PASSWORD: z.string().optional(),
  /** Some nodes of a Cluster, which know the others. Replaces REDIS_URL. */
  REDIS_CLUSTER: Servers.optional(),
  /** Credentials and encryption of the servers that Sentinels or nodes of a Cluster name. */
  REDIS_SERVER_USERNAME: z.string().optional(),
  REDIS_SERVER_PASSWORD: z.string().optional(),
  REDIS_SERVER_TLS: z.stringbool().default(false),
  ...storeTimeoutEnv,
}

/** The names of the settings that describe the address, for the `needs` of a feature. */
export const REDIS_SETTINGS = [
  'REDIS_URL',
  'REDIS_SENTINELS',
  'REDIS_SENTINEL_MASTER',
  'REDIS_SENTINEL_PASSWORD',
  'REDIS_CLUSTER',
  'REDIS_SERVER_USERNAME',
  'REDIS_SERVER_PASSWORD',
  'REDIS_SERVER_TLS',
] as const

export type RedisSettings = Pick<
  z.output<z.ZodObject<typeof redisEnv>>,
  (typeof REDIS_SETTINGS)[number]
>

type RefineOptions = { path: string[]; error: string; when: () => boolean }
type Choice = { [name in 'REDIS_URL' | 'REDIS_SENTINELS' | 'REDIS_CLUSTER']?: unknown }

/**
 * The arguments of `refine`: whether the settings name exactly one installation of Redis. Sentinels and Cluster replace
 * REDIS_URL, because docker-compose.yml always sets it. Checked even if other settings are invalid, so that all faults
 * are listed at once.
 */
export const redisRequirement: [(settings: Choice) => boolean, RefineOptions] = [
  ({ REDIS_URL, REDIS_SENTINELS, REDIS_CLUSTER }: Choice): boolean =>
    REDIS_SENTINELS && REDIS_CLUSTER
      ? false
      : Boolean(REDIS_URL || REDIS_SENTINELS || REDIS_CLUSTER),
  {
    path: ['REDIS_URL'],
    error: 'expected REDIS_URL, or either REDIS_SENTINELS or REDIS_CLUSTER',
    when: () => true,
  },
]

/** Returns the address that the settings describe. @throws Error if there is none */
export function redisAddress(settings: RedisSettings): RedisAddress {
  const { REDIS_SENTINELS, REDIS_CLUSTER, REDIS_URL } = settings
  const shared = credentials(settings)
  if (REDIS_SENTINELS) {
    const { REDIS_SENTINEL_MASTER: masterName, REDIS_SENTINEL_PASSWORD: password } = settings
    const sentinelPassword = password === undefined ? {} : { sentinelPassword: password }
    const sentinels = REDIS_SENTINELS
    return { kind: 'sentinels', sentinels, masterName, ...sentinelPassword, ...shared }
  }
  if (REDIS_CLUSTER) return { kind: 'cluster', nodes: REDIS_CLUSTER, ...shared }
  if (REDIS_URL) return { kind: 'server', url: REDIS_URL }
  throw new Error(redisRequirement[1].error)
}

function credentials({
  REDIS_SERVER_USERNAME: username,
  REDIS_SERVER_PASSWORD: password,
  REDIS_SERVER_TLS: isEncrypted,
}: RedisSettings): Credentials {
  return {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    isEncrypted,
  }
}

function readServer(text: string): HostAndPort | undefined {
  const [, ipv6, name, digits] = /^(?:\[([^\]]+)\]|([^\s,:@/[\]]+)):(\d{1,5})$/.exec(text) ?? []
  const [host, port] = [ipv6 ?? name, Number(digits)]
  return host && port > 0 && port <= 65_535 ? { host, port } : undefined
}
