/** Fixtures for the tests of this package and of the services: real servers that a test can break. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@inkproof/launcher/process/free-port'
import { Redis } from 'ioredis'

export { freePort }

/** A redis-server that is used by one test only. */
export type TestRedis = {
  url: string
  /** Freezes the process: connections stay open, but nothing responds. */
  pause(): void
  resume(): void
  kill(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

const IN_MEMORY_ARGS = ['--save', '']
/** As the launcher runs it: writes are on disk before Redis responds. */
const PERSISTENT_ARGS = [...IN_MEMORY_ARGS, '--appendonly', 'yes', '--appendfsync', 'always']

/** Starts a redis-server on a free port, in a temporary folder. With `isPersistent`, its data survives a kill. */
export async function startTestRedis({ isPersistent = false } = {}): Promise<TestRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'inkproof-redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const args = isPersistent ? PERSISTENT_ARGS : IN_MEMORY_ARGS
  let server: ChildProcess | undefined
  const start = async () => {
    server = spawn(
      'redis-server',
      ['--port', `${port}`, '--dir', folder, '--bind', '127.0.0.1', ...args],
      { stdio: 'ignore' },
    )
    await until(() => isReady(url))
  }
  const kill = async () => {
    if (server?.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill('SIGKILL')
    await exited
  }
  await start()
  return {
    url,
    pause: () => void server?.kill('SIGSTOP'),
    resume: () => void server?.kill('SIGCONT'),
    kill,
    start,
    remove: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until a condition holds. @throws Error if it does not hold within `timeoutMs`. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not true within ${timeoutMs} ms: ${condition}`)
    await delay(20)
  }
}

async function isReady(url: string): Promise<boolean> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.ping()) === 'PONG'
  } catch {
    return false
  } finally {
    client.disconnect()
  }
}

/** The URL of a server that all service tests share. @throws Error that names the missing variable. */
export function sharedServiceUrl(
  name: `INKPROOF_TEST_${'MONGO' | 'REDIS' | 'CHAIN' | 'SMTP' | 'MAIL'}_URL`,
): string {
  const url = process.env[name]
  if (!url) throw new Error(`${name} is not set: run this test in the "services" project`)
  return url
}

/** Returns the URL of a new database on the shared MongoDB server. */
export function testDatabase(name: string): string {
  const url = new URL(sharedServiceUrl('INKPROOF_TEST_MONGO_URL'))
  url.pathname = `/${name}-${process.pid}-${Date.now()}`
  return url.href
}
