import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Redis } from 'ioredis'
import { readRunning } from '../process/pid-file.ts'
import type { Supervised } from '../process/supervise.ts'
import { testContext } from '../testing/parts.ts'
import { redis } from './redis.ts'
import { startPart } from './start-part.ts'

let url: URL
let folder: string
const running: Supervised[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'inkproof redis "quoted" '))
  const prepared = await redis.prepare(testContext(folder))
  const folders = { run: join(folder, 'run'), logs: join(folder, 'logs') }
  await startPart('redis', prepared, folders, (process) => running.push(process))
  url = new URL(prepared.addresses.url)
})

afterAll(async () => {
  await Promise.all(running.map((process) => process.stop()))
  rmSync(folder, { recursive: true })
})

test.each(['', ':@', ':wrong@'])(
  'refuses other local users, with the credentials %j',
  async (credentials) => {
    expect(await ping(`redis://${credentials}${url.host}`)).toMatch(/NOAUTH|WRONGPASS/)
  },
)

test('accepts those who know its address', async () => {
  expect(await ping(url.href)).toBe('PONG')
})

test('keeps its password out of what other users can read', () => {
  const [found] = readRunning(join(folder, 'run'))
  const command = readFileSync(`/proc/${found?.pid}/cmdline`, 'utf8')
  expect(command).toContain('redis-server')
  expect(command).not.toContain(url.password)
  const config = join(folder, 'redis/redis.conf')
  expect(readFileSync(config, 'utf8')).toContain(url.password)
  expect(statSync(config).mode & 0o777).toBe(0o600)
})

/** Returns the response to a PING, or the error. */
async function ping(address: string): Promise<string> {
  const client = new Redis(address, { lazyConnect: true, retryStrategy: () => null })
  const errors: string[] = []
  client.on('error', (error) => errors.push(error.message))
  try {
    await client.connect()
    return await client.ping()
  } catch (error) {
    return [(error as Error).message, ...errors].join()
  } finally {
    client.disconnect()
  }
}
