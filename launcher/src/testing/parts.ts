/** The parts used by service tests: each on a free port, in a folder that is deleted afterwards. */
import { join } from 'node:path'
import { chain } from '../parts/chain.ts'
import { mail } from '../parts/mail.ts'
import { mongo } from '../parts/mongo.ts'
import type { Part, PartContext, Prepared } from '../parts/part.ts'
import { redis } from '../parts/redis.ts'
import { startPart } from '../parts/start-part.ts'
import { freePort } from '../process/free-port.ts'
import type { Supervised } from '../process/supervise.ts'
import { makeTestFolder, removeTestFolder, toolsFolder } from './test-folder.ts'

export type TestParts = { env: Record<string, string>; stop(): Promise<void> }

export async function startTestParts(): Promise<TestParts> {
  const folder = await makeTestFolder('parts')
  const context = testContext(folder)
  const started = await Promise.all(
    [mongo, redis, chain, mail].map((part) => startOne(part, context)),
  )
  return {
    env: addresses(Object.fromEntries(started.map(({ name, prepared }) => [name, prepared]))),
    stop: async () => {
      // Their data is discarded, so nothing needs to be written to disk.
      const processes = started.flatMap(({ running }) => running)
      for (const process of processes) process.signal('SIGKILL')
      await Promise.all(processes.map((process) => process.stop()))
      await removeTestFolder(folder)
    },
  }
}

/** The context of a part that a test starts itself. */
export function testContext(folder: string): PartContext {
  return {
    data: folder,
    tools: toolsFolder(),
    port: freePort,
    print: (line) => console.log(line),
    env: process.env,
  }
}

type Started = { name: string; prepared: Prepared; running: Supervised[] }

async function startOne(part: Part, context: PartContext): Promise<Started> {
  const prepared = await part.prepare(context)
  const folders = { run: join(context.data, 'run'), logs: join(context.data, 'logs') }
  const running: Supervised[] = []
  await startPart(part.name, prepared, folders, (process) => running.push(process))
  return { name: part.name, prepared, running }
}

function addresses(parts: Record<string, Prepared>): Record<string, string> {
  const address = (part: string, role: string) => parts[part]?.addresses[role] ?? ''
  return {
    INKPROOF_TEST_MONGO_URL: address('mongo', 'url'),
    INKPROOF_TEST_REDIS_URL: address('redis', 'url'),
    INKPROOF_TEST_CHAIN_URL: address('chain', 'url'),
    INKPROOF_TEST_SMTP_URL: address('mail', 'url'),
    INKPROOF_TEST_MAIL_URL: address('mail', 'mailbox'),
  }
}
