/**
 * Redis: sessions, rate limits and notifications. The servers that the settings name, or an embedded one, which writes
 * everything to disk before it acknowledges it.
 *
 * Every local user can connect to the port of the embedded server, so it requires a password, which is new at each
 * start. The password is in a file that only this user can read, because all users can list the arguments of processes.
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tryRun } from '../process/run.ts'
import { isPortResponding } from '../process/wait.ts'
import type { Part, PartContext, Prepared } from './part.ts'
import { type ProgramSpec, requireProgram } from './programs.ts'

const REDIS: ProgramSpec = {
  command: 'redis-server',
  packages: {
    debian: ['redis-server'],
    brew: 'redis',
    dnf: 'redis',
    pacman: 'redis',
    apk: 'redis',
  },
}

export const redis: Part = { name: 'redis', prepare }

async function prepare(context: PartContext): Promise<Prepared> {
  return externalServers(context.env) ?? (await embeddedServer(context))
}

/** Returns the servers that the settings name, if any. The services report which of them do not work. */
function externalServers(env: NodeJS.ProcessEnv): Prepared | undefined {
  const { REDIS_URL, REDIS_SENTINELS, REDIS_CLUSTER } = env
  const setting = REDIS_SENTINELS
    ? 'REDIS_SENTINELS'
    : REDIS_CLUSTER
      ? 'REDIS_CLUSTER'
      : 'REDIS_URL'
  // Shows only hosts: a URL may contain a password.
  const hosts = REDIS_SENTINELS || REDIS_CLUSTER || (REDIS_URL && new URL(REDIS_URL).host)
  if (!hosts) return undefined
  return {
    from: `${setting}, at ${hosts}`,
    addresses: { url: REDIS_URL ?? '' },
    isReady: async () => true,
  }
}

async function embeddedServer(context: PartContext): Promise<Prepared> {
  const program = await requireProgram(context, REDIS)
  const port = await context.port('redis')
  const folder = join(context.data, 'redis')
  mkdirSync(folder, { recursive: true })
  const password = randomBytes(24).toString('base64url')
  const config = writeConfig({ port, folder, password })
  const version = (await tryRun(program.path, ['--version'], { env: program.env })) ?? ''
  return {
    from: `${program.from}, version ${/v=([\d.]+)/.exec(version)?.[1] ?? 'unknown'}`,
    addresses: { url: `redis://:${password}@127.0.0.1:${port}` },
    launch: {
      name: 'redis',
      command: program.path,
      args: [config],
      cwd: folder,
      env: program.env,
    },
    isReady: () =>
      isPortResponding(port, {
        probe: `AUTH ${password}\r\nPING\r\n`,
        expected: /^\+OK\r\n\+PONG/,
      }),
  }
}

type Config = { port: number; folder: string; password: string }

/** Returns the path of the file. */
function writeConfig({ port, folder, password }: Config): string {
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    dir: folder,
    requirepass: password,
    appendonly: 'yes',
    appendfsync: 'always',
    // The append-only file is authoritative; additional snapshots would only cost time.
    save: '',
    'maxmemory-policy': 'noeviction',
    daemonize: 'no',
  }
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name} ${JSON.stringify(value)}\n`,
  )
  const path = join(folder, 'redis.conf')
  writeFileSync(path, '', { mode: 0o600 })
  chmodSync(path, 0o600)
  writeFileSync(path, lines.join(''))
  return path
}
