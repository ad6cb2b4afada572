/** Tests the e-mails of a sample service that has its own collection, template and calls, with real databases. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import {
  freePort,
  sharedServiceUrl,
  startTestRedis,
  testDatabase,
  until,
} from '@inkproof/service-kit/testing/fixture'
import { AS_OPERATOR, MONITORING_TOKEN } from '@inkproof/service-kit/testing/operator'
import { afterEach, expect, test } from '@jest/globals'
import { Redis } from 'ioredis'
import { retryDelayAfter } from './deliver.ts'
import { startDiplomas } from './testing/diploma-service.ts'
import { startSmtpServer, type TestSmtpServer } from './testing/smtp-server.ts'

const SERVICE = fileURLToPath(new URL('testing/diploma-service.ts', import.meta.url))

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function startSmtp(...args: Parameters<typeof startSmtpServer>): Promise<TestSmtpServer> {
  const server = await startSmtpServer(...args)
  stops.push(() => server.close())
  return server
}

/** A clock that can be moved forward. */
function createTestClock() {
  let offsetMs = 0
  const advance = (ms: number) => {
    offsetMs += ms
  }
  return { now: () => new Date(Date.now() + offsetMs), advance }
}

const createEnv = (smtpUrl: string, overrides: Record<string, string> = {}) => ({
  MONGO_URL: testDatabase('diplomas'),
  REDIS_URL: sharedServiceUrl('INKPROOF_TEST_REDIS_URL'),
  SMTP_URL: smtpUrl,
  MONITORING_TOKEN,
  PUBLIC_ORIGIN: 'https://proof.example',
  ...overrides,
})

async function start(env: Record<string, string>, now?: () => Date) {
  const service = await startDiplomas(env, now)
  stops.push(async () => {
    await service.mongo.connection.dropDatabase()
    await service.stop()
  })
  return createClient(service.origin)
}

function createClient(origin: string) {
  return {
    issue: (diploma: object) =>
      fetch(`${origin}/api/diplomas/diplomas`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ holder: 'Ann', to: 'ann@example.com', ...diploma }),
      }),
    emails: async () => (await (await fetch(`${origin}/api/diplomas/emails`)).json()).mails,
    metrics: async () => (await fetch(`${origin}/metrics`, AS_OPERATOR)).text(),
  }
}

test('sends an e-mail rendered by the template, and lists it with its delivery state', async () => {
  const { url, received } = await startSmtp()
  const { issue, emails, metrics } = await start(createEnv(url))
  await issue({ id: 'one' })
  await until(async () => (await emails())[0]?.state === 'sent')
  const [email] = await emails()
  expect(email).toMatchObject({ id: 'one', to: 'ann@example.com', tries: 1, nextTryAt: null })
  expect(email).toMatchObject({
    subject: 'Your diploma, Ann',
    answer: expect.stringMatching(/^250/),
  })
  expect(received.map(({ to }) => to)).toEqual(['ann@example.com'])
  const raw = received[0]?.raw ?? ''
  expect(raw).toMatch(/^From: Inkproof <no-reply@proof\.example>\r$/m)
  expect(raw).toMatch(/^Subject: Your diploma, Ann\r$/m)
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(raw).toMatch(/Content-Type: text\/plain/)
  expect(raw).toMatch(/Content-Type: text\/html/)
  expect(raw).toContain('https://proof.example/faq')
  expect(received[0]?.messageId).toMatch(/^<[\w-]{32}@proof\.example>$/)
  expect(await metrics()).toMatch(/mail_tries_total\{outcome="sent",[^}]*\} 1/)
  expect(await metrics()).toMatch(/mails_due\{[^}]*\} 0/)
})

test('sends from MAIL_FROM, and uses its host in Message-IDs', async () => {
  const { url, received } = await startSmtp()
  const { issue } = await start(createEnv(url, { MAIL_FROM: 'post@school.example' }))
  await issue({ id: 'one' })
  await until(() => received.length === 1)
  expect(received[0]?.raw).toMatch(/^From: Inkproof <post@school\.example>\r$/m)
  expect(received[0]?.messageId).toMatch(/@school\.example>$/)
})

test('writes each e-mail in its recipient’s language', async () => {
  const { url, received } = await startSmtp()
  const { issue, emails } = await start(createEnv(url))
  await issue({ id: 'plain', to: 'ann@example.com' })
  await issue({ id: 'accented', to: 'bob@example.com', language: 'pseudo' })
  await until(() => received.length === 2)
  const subjects = Object.fromEntries(
    (await emails()).map(({ id, subject }: Record<string, string>) => [id, subject]),
  )
  expect(subjects).toEqual({ plain: 'Your diploma, Ann', accented: 'Ýöûŕ đîþļöɱà, Ann' })
})

test('an e-mail waits while the mail server is down, and the list shows why', async () => {
  const port = await freePort()
  const clock = createTestClock()
  const { issue, emails } = await start(createEnv(`smtp://127.0.0.1:${port}`), clock.now)
  await issue({ id: 'one' })
  await until(async () => (await emails())[0]?.answer === 'The mail server did not respond.')
  expect((await emails())[0]).toMatchObject({ state: 'due', tries: 1, sentAt: null })
  await issue({ id: 'two', language: 'pseudo' })
  await until(async () => (await emails())[0]?.answer === 'Ţĥé ɱàîļ šéŕṽéŕ đîđ ñöţ ŕéšþöñđ.')
  const { received } = await startSmtp(() => 'accept', port)
  clock.advance(retryDelayAfter(1))
  await until(async () => (await emails())[1]?.state === 'sent')
  await until(async () => (await emails())[0]?.state === 'sent')
  expect(received).toHaveLength(2)
})

test('retries after a transient failure, with the same Message-ID', async () => {
  const busy = { code: 450, text: 'Greylisted by [192.0.2.1], come back' }
  const { url, received } = await startSmtp((nth) => (nth === 1 ? busy : 'accept'))
  const clock = createTestClock()
  const { issue, emails } = await start(createEnv(url), clock.now)
  await issue({ id: 'one' })
  await until(async () => (await emails())[0]?.answer === '450 Greylisted by …, come back')
  expect((await emails())[0]).toMatchObject({ state: 'due', tries: 1 })
  clock.advance(retryDelayAfter(1))
  await until(async () => (await emails())[0]?.state === 'sent')
  expect((await emails())[0]?.tries).toBe(2)
  expect(received).toHaveLength(2)
  expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(1)
})

test('does not retry after a permanent rejection, and lists the reason', async () => {
  const { url, received } = await startSmtp(() => ({ code: 550, text: '5.1.1 No such mailbox' }))
  const { issue, emails, metrics } = await start(createEnv(url))
  await issue({ id: 'one' })
  await until(async () => (await emails())[0]?.state === 'refused')
  expect((await emails())[0]).toMatchObject({
    answer: '550 5.1.1 No such mailbox',
    nextTryAt: null,
  })
  expect(received).toHaveLength(1)
  expect(await metrics()).toMatch(/mail_tries_total\{outcome="refused",[^}]*\} 1/)
  expect(await metrics()).toMatch(/mails_due\{[^}]*\} 0/)
})

test('different rows have different Message-IDs', async () => {
  const { url, received } = await startSmtp()
  const { issue } = await start(createEnv(url))
  for (const id of ['one', 'two', 'three']) await issue({ id })
  await until(() => received.length === 3)
  expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(3)
})

test('no e-mail is lost if Redis loses its data', async () => {
  const redis = await startTestRedis()
  stops.push(() => redis.remove())
  const port = await freePort()
  const clock = createTestClock()
  const env = createEnv(`smtp://127.0.0.1:${port}`, { REDIS_URL: redis.url })
  const { issue, emails } = await start(env, clock.now)
  await issue({ id: 'one' })
  await until(async () => (await emails())[0]?.tries === 1)
  const client = new Redis(redis.url)
  await client.flushall()
  client.disconnect()
  const { received } = await startSmtp(() => 'accept', port)
  clock.advance(retryDelayAfter(1))
  await until(() => received.length > 0)
  expect(received[0]?.to).toBe('ann@example.com')
})

/** Starts the service as a separate process. */
async function startProcess(env: Record<string, string>) {
  const port = await freePort()
  const child = spawn(process.execPath, ['--import', 'tsx', SERVICE], {
    env: { PATH: process.env['PATH'] ?? '', ...env, PORT: `${port}` },
    stdio: 'ignore',
  })
  const exit = once(child, 'exit')
  stops.push(async () => child.kill('SIGKILL') && (await exit))
  const origin = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(`${origin}/readyz`).catch(() => null))?.ok === true)
  return { ...createClient(origin), child, exit }
}

test('an e-mail is sent exactly once after a crash between committing the row and sending', async () => {
  const { url, received } = await startSmtp()
  const env = createEnv(url)
  const { issue, exit } = await startProcess(env)
  await expect(issue({ id: 'one', crashes: true })).rejects.toThrow()
  expect(await exit).toEqual([null, 'SIGKILL'])
  expect(received).toEqual([])
  const { emails } = await start(env)
  await until(async () => (await emails())[0]?.state === 'sent')
  expect((await emails())[0]?.tries).toBe(1)
  expect(received).toHaveLength(1)
})

test('an e-mail is sent again with the same Message-ID after a crash before its acceptance is stored', async () => {
  const { url, received } = await startSmtp((nth) => (nth === 1 ? 'no response' : 'accept'))
  const env = createEnv(url)
  const { issue, child, exit } = await startProcess(env)
  await issue({ id: 'one' })
  await until(() => received.length === 1)
  child.kill('SIGKILL')
  await exit
  // By the clock of the next process, the lease of the killed process has expired.
  const { emails } = await start(env, () => new Date(Date.now() + 61_000))
  await until(async () => (await emails())[0]?.state === 'sent')
  expect(received).toHaveLength(2)
  expect(received[1]?.messageId).toBe(received[0]?.messageId)
})
