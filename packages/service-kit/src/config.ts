/** The environment of a service, read once at startup; no other code of a service reads process.env. */
import { z } from 'zod'
import { issuesOf } from './parse.ts'

/** Settings of every service: its port and how it is reached. Spread into the service's own schema. */
export const serverEnv = {
  PORT: z.coerce.number().int().min(0).max(65535),
  HOST: z.string().default('0.0.0.0'),
  PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }).default('http://localhost:8080'),
  /**
   * Number of proxies in front of the service: the client's address is that many entries from the end of
   * X-Forwarded-For.
   */
  TRUSTED_HOPS: z.coerce.number().int().min(0).max(8).default(1),
  /** Lets the operator read metrics and the details of the health; nobody can read them without it. */
  MONITORING_TOKEN: z.string().min(16).optional(),
  /** A folder on the disk of the databases or the record: while the disk is full, calls that write are refused. */
  STORAGE_DIR: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
}

/** Multiplies the time limits of MongoDB and Redis (mongo.ts, redis.ts). */
export const storeTimeoutEnv = { STORE_TIMEOUT_FACTOR: z.coerce.number().min(1).max(10).default(1) }

/** For services with a database, whose name is the URL's path. */
export const mongoEnv = {
  MONGO_URL: z.url({ protocol: /^mongodb(\+srv)?$/ }),
  ...storeTimeoutEnv,
}

/** For services that verify session tokens: the public keys as base64url of a JWKS (RFC 7517). */
export const sessionEnv = { SESSION_KEYS: z.base64url().min(1) }

/** For services that receive internal calls: the public keys of all services (service-keys.ts). */
export const serviceKeysEnv = { SERVICE_KEYS: z.base64url().min(1) }

/** For services that make internal calls: also their private key. */
export const serviceIdentityEnv = { ...serviceKeysEnv, SERVICE_KEY: z.base64url().min(1) }

/** Whether the service runs in production, as its image and docker-compose.yml declare. */
export function isProduction(): boolean {
  return process.env['NODE_ENV'] === 'production'
}

/** Whether people on other machines use this installation: its address is not one of this machine (RFC 6761, section 6.3). */
export function isPublicOrigin(origin: string): boolean {
  const { hostname } = new URL(origin)
  return !/^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/.test(hostname)
}

/** The values of {@link serverEnv}, for `startService`. */
export type ServerConfig = Readonly<z.output<z.ZodObject<typeof serverEnv>>>

/**
 * Reads a service's configuration and freezes it.
 *
 * @throws Error that lists up to 20 invalid variables by name and reason. Values are omitted, because they may be
 * secret.
 */
export function readConfig<T extends z.ZodObject>(
  service: string,
  schema: T,
  source: Record<string, string | undefined> = process.env,
): Readonly<z.output<T>> {
  // docker-compose.yml passes an unset variable as an empty one.
  const nonEmpty = Object.entries(source).filter(([, value]) => value !== '')
  const parsed = schema.safeParse(Object.fromEntries(nonEmpty))
  if (parsed.success) return Object.freeze(parsed.data)
  const lines = issuesOf(parsed.error).map(({ path, message }) => `  ${path}: ${message}`)
  throw new Error(`${service} cannot start; fix these environment variables:\n${lines.join('\n')}`)
}
