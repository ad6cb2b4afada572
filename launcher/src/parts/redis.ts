/** Redis: sessions, rate limits and notifications. Every write is on disk before it is acknowledged. */
import { mkdirSync } from 'node:fs'
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
  const program = await requireProgram(context, REDIS)
  const port = await context.port('redis')
  const folder = join(context.data, 'redis')
  mkdirSync(folder, { recursive: true })
  const version = (await tryRun(program.path, ['--version'], { env: program.env })) ?? ''
  return {
    from: `${program.from}, version ${/v=([\d.]+)/.exec(version)?.[1] ?? 'unknown'}`,
    addresses: { url: `redis://127.0.0.1:${port}` },
    launch: {
      name: 'redis',
      command: program.path,
      args: redisArguments(port, folder),
      cwd: folder,
      env: program.env,
    },
    isReady: () => isPortResponding(port, { probe: 'PING\r\n', expected: /^\+PONG/ }),
  }
}

function redisArguments(port: number, folder: string): string[] {
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    dir: folder,
    appendonly: 'yes',
    appendfsync: 'always',
    // The append-only file is authoritative; additional snapshots would only cost time.
    save: '',
    'maxmemory-policy': 'noeviction',
    daemonize: 'no',
  }
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
}
