/** The values of docker-compose.yml's variables when the launcher runs the system. */
import { computeAddress } from 'ethers'
import settings from '../../../settings.json' with { type: 'json' }
import type { Prepared } from '../parts/part.ts'
import { loopbackAddresses } from '../process/free-port.ts'
import type { DataFolders } from './data-folder.ts'
import type { Keys } from './keys.ts'
import { SERVICES, upstreamVariables } from './services.ts'

/** The settings that an operator may set; other environment variables are ignored. */
const SETTABLE = settings.flatMap((row) => row.settings)

export type Layout = {
  folders: DataFolders
  keys: Keys
  origin: string
  gatewayPort: number
  parts: Record<'mongo' | 'redis' | 'chain' | 'mail', Prepared>
  /** Ports of every instance of a service, by its name in docker-compose.yml. */
  servicePorts: ReadonlyMap<string, readonly number[]>
  env: NodeJS.ProcessEnv
}

export function variablesFor(layout: Layout): Record<string, string> {
  const { folders, keys, origin, parts } = layout
  const configured = readSettings(layout.env)
  return {
    ...keys,
    PUBLIC_ORIGIN: origin,
    SERVICE_HOST: '127.0.0.1',
    ...databaseVariables(parts.mongo.addresses.url),
    REDIS_URL: parts.redis.addresses.url,
    CHAIN_URL: parts.chain.addresses.url,
    EMBEDDED: String(parts.chain.launch !== undefined),
    SMTP_URL: parts.mail.addresses.url,
    LOG_DIR: folders.log,
    STORAGE_DIR: folders.data,
    LOG_COPY_DIR: folders.logCopy,
    WWW_DIR: folders.www,
    ...gatewayVariables(layout),
    ...serviceUrls(layout),
    ...configured,
    ...(configured['ANCHOR_KEY'] && {
      OPERATOR: computeAddress(configured['ANCHOR_KEY']).toLowerCase(),
    }),
  }
}

function readSettings(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    SETTABLE.flatMap((name) => {
      const value = env[name]
      return value ? [[name, value]] : []
    }),
  )
}

function gatewayVariables({
  folders,
  origin,
  gatewayPort,
  servicePorts,
}: Layout): Record<string, string> {
  const servers = (name: string) =>
    (servicePorts.get(name) ?? []).map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(' ')
  return {
    GATEWAY_LISTEN: loopbackAddresses()
      .map((host) => `listen ${host.includes(':') ? `[${host}]` : host}:${gatewayPort};`)
      .join(' '),
    GATEWAY_NAMES: [...new Set(['localhost', '127.0.0.1', '[::1]', new URL(origin).hostname])].join(
      ' ',
    ),
    // Upstreams are IP addresses, so no resolver is needed. An empty value would select the default.
    GATEWAY_RESOLVER: 'resolver_timeout 5s;',
    ...upstreamVariables(({ process }) => servers(process)),
    GATEWAY_WWW: folders.www,
    GATEWAY_LOG: folders.log,
    GATEWAY_STATE: `${folders.data}/gateway`,
    GATEWAY_ACCESS_LOG: `${folders.logs}/access.log`,
  }
}

/** The addresses at which services call each other; of several instances, the first. */
function serviceUrls({ servicePorts }: Layout): Record<string, string> {
  const urls = [...servicePorts].map(([name, [port]]) => [
    `URL_${name.replaceAll('-', '_').toUpperCase()}`,
    `http://127.0.0.1:${port}`,
  ])
  return Object.fromEntries(urls)
}

/** MONGO_URL_<NAME>: each service has its own database on the same server. */
function databaseVariables(base: string): Record<string, string> {
  return Object.fromEntries(
    SERVICES.map(({ name, variable }) => [`MONGO_URL_${variable}`, databaseUrl(base, name)]),
  )
}

/** Inserts or replaces the database's name; a URI may contain a password before it and options after it. */
export function databaseUrl(base: string, name: string): string {
  const [, server, options = ''] = /^([a-z+]+:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/.exec(base) ?? []
  if (!server) throw new Error('MONGODB_URI is not of the form mongodb://host[:port][/…]')
  return `${server}/${name}${options}`
}
