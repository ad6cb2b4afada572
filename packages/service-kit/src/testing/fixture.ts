/** What the tests of this package and of the services start: real servers of their own, which a test may break. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from 'ioredis'

/** A redis-server that belongs to one test. */
export type TestRedis = {
  url: string
  /** Freezes the process: connections stay open and nothing answers. */
  pause(): void
  resume(): void
  kill(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

const FORGETS = ['--save', '']
/** As the launcher runs it: what is answered is on the disk. */
const KEEPS = [...FORGETS, '--appendonly', 'yes', '--appendfsync', 'always']

/** Starts a redis-server on a free port, without a data folder that stays. `keeps` lets it survive its own death. */
export async function startTestRedis({ keeps = false } = {}): Promise<TestRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'inkproof-redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let server: ChildProcess | undefined
  const start = async () => {
    server = spawn(
      'redis-server',
      ['--port', `${port}`, '--dir', folder, '--bind', '127.0.0.1', ...(keeps ? KEEPS : FORGETS)],
      { stdio: 'ignore' },
    )
    await until(() => answers(url))
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

/** A port nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Waits until a condition holds. @throws Error when it does not within the time. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 10_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not so within ${timeoutMs} ms: ${condition}`)
    await delay(20)
  }
}

async function answers(url: string): Promise<boolean> {
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

/** The parts all service tests share, started before them. @throws Error naming the variable that is missing. */
export function sharedPart(
  name: `INKPROOF_TEST_${'MONGO' | 'REDIS' | 'CHAIN' | 'SMTP' | 'MAIL'}_URL`,
): string {
  const url = process.env[name]
  if (!url) throw new Error(`${name} is not set: run this test in the "services" project`)
  return url
}

/** The address of a database of its own on the shared server. */
export function testDatabase(name: string): string {
  const url = new URL(sharedPart('INKPROOF_TEST_MONGO_URL'))
  url.pathname = `/${name}-${process.pid}-${Date.now()}`
  return url.href
}
