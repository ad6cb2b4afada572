import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createLog } from '@inkproof/service-kit/log'
import {
  freePort,
  sharedPart,
  startTestRedis,
  testDatabase,
  until,
} from '@inkproof/service-kit/testing/fixture'
import { makeSessionKey } from '@inkproof/service-kit/testing/session-key'
import { afterEach, expect, test } from '@jest/globals'
import { Redis } from 'ioredis'
import { eventModel } from '../events/events.model.ts'
import { openPostOffice, type PostOffice } from '../testing/mailbox.ts'
import { person, startAuth, type TestAuth } from '../testing/start.ts'
import { tokenModel } from '../tokens/tokens.model.ts'
import { deliver, pauseAfter } from './deliver.ts'
import { outbox } from './outbox.ts'
import { smtp } from './smtp.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function office(...parameters: Parameters<typeof openPostOffice>): Promise<PostOffice> {
  const opened = await openPostOffice(...parameters)
  stops.push(() => opened.close())
  return opened
}

async function start(options: Parameters<typeof startAuth>[0]): Promise<TestAuth> {
  const auth = await startAuth(options)
  stops.push(() => auth.stop())
  return auth
}

/** The mail that registering causes, as its database has it. */
async function register(auth: TestAuth) {
  const someone = person()
  const { token } = (await auth.register(someone)).body()
  const mail = async () => {
    const { mails } = (await auth.send('GET', '/api/auth/emails', undefined, token)).body()
    return mails[0]
  }
  return { ...someone, token, mail }
}

test('a mail waits for a mail server that is away, and goes when it is back', async () => {
  const port = await freePort()
  const auth = await start({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  const { mail, email } = await register(auth)
  await until(async () => (await mail()).tries === 1)
  await until(async () => (await mail()).answer === 'The mail server did not answer.')
  expect((await mail()).state).toBe('due')
  const back = await office(() => 'take', port)
  await until(async () => (await mail()).state === 'sent', 20_000)
  expect(back.received.map(({ to }) => to)).toEqual([email])
})

test('a server that says "later" is asked again, with the same Message-ID', async () => {
  const busy = { code: 450, text: 'Greylisted by [192.0.2.1], come back' }
  const { url, received } = await office((nth) => (nth === 1 ? busy : 'take'))
  const { mail } = await register(await start({ env: { SMTP_URL: url } }))
  await until(async () => (await mail()).tries === 1 && (await mail()).answer !== null)
  expect(await mail()).toMatchObject({ state: 'due', answer: '450 Greylisted by …, come back' })
  await until(async () => (await mail()).state === 'sent', 20_000)
  expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(1)
  expect(received).toHaveLength(2)
})

test('a refusal for good is not repeated, and whoever asked for the mail sees why', async () => {
  const { url, received } = await office(() => ({ code: 550, text: '5.1.1 No such mailbox here' }))
  const { mail } = await register(await start({ env: { SMTP_URL: url } }))
  await until(async () => (await mail()).state === 'refused')
  expect(await mail()).toMatchObject({ answer: '550 5.1.1 No such mailbox here', nextTryAt: null })
  expect(received).toHaveLength(1)
})

test('a server that hangs up after taking a mail gets it again: twice, but one Message-ID', async () => {
  const { url, received } = await office((nth) => (nth === 1 ? 'hang up' : 'take'))
  const { mail } = await register(await start({ env: { SMTP_URL: url } }))
  await until(async () => (await mail()).state === 'sent', 20_000)
  expect(received).toHaveLength(2)
  expect(received[0]?.messageId).toMatch(/^<[\w-]{32}@localhost>$/)
  expect(received[1]?.messageId).toBe(received[0]?.messageId)
})

test('an emptied Redis loses no mail', async () => {
  const redis = await startTestRedis()
  stops.push(() => redis.remove())
  const port = await freePort()
  const auth = await start({
    redisUrl: redis.url,
    env: { SMTP_URL: `smtp://127.0.0.1:${port}` },
  })
  const { email, token } = await register(auth)
  const client = new Redis(redis.url)
  // Nothing rings for the mail any more, and its session is gone too.
  await client.flushall()
  client.disconnect()
  expect((await auth.send('GET', '/api/auth/emails', undefined, token)).status).toBe(401)
  const { received } = await office(() => 'take', port)
  await until(() => received.length > 0, 20_000)
  expect(received[0]?.to).toBe(email)
})

test('a mail whose ring was never heard goes all the same', async () => {
  const { url, received } = await office()
  const auth = await start({ env: { SMTP_URL: url } })
  const mail = { to: 'ann@example.com', state: 'due', dueAt: new Date(), tries: 0 } as const
  const event = {
    _id: 'unrung',
    accountId: 'a',
    kind: 'password-set',
    at: new Date(),
    data: {},
  } as const
  await eventModel(auth.mongo.connection).create({ ...event, mail })
  await until(() => received.length === 1)
})

test('a process that is killed after handing a mail over leaves it to the next one', async () => {
  const { url, received } = await office((nth) => (nth === 1 ? 'hold' : 'take'))
  const [mongoUrl, key, port] = [testDatabase('auth-killed'), makeSessionKey(), await freePort()]
  const main = fileURLToPath(new URL('../main.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: {
      PATH: process.env['PATH'] ?? '',
      ...{ PORT: `${port}`, HOST: '127.0.0.1', MONGO_URL: mongoUrl, SMTP_URL: url },
      REDIS_URL: sharedPart('INKPROOF_TEST_REDIS_URL'),
      CHAIN_URL: sharedPart('INKPROOF_TEST_CHAIN_URL'),
      ...{ SESSION_KEY: key.privateJwk, SESSION_KEYS: key.publicJwks },
      CAPTCHA_KEY: 'a test secret of at least 32 characters',
      AUTH_KEY: Buffer.alloc(32, 7).toString('base64url'),
    },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  stops.push(async () => child.kill('SIGKILL') && (await ended))
  const origin = `http://127.0.0.1:${port}`
  await until(
    () =>
      fetch(`${origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    60_000,
  )
  const body = JSON.stringify(person())
  const headers = { 'content-type': 'application/json' }
  await fetch(`${origin}/api/auth/register`, { method: 'POST', headers, body })
  await until(() => received.length === 1)
  child.kill('SIGKILL')
  await ended
  // Its lease has run out by the clock of the next one.
  await start({ mongoUrl, key, env: { SMTP_URL: url }, now: () => new Date(Date.now() + 61_000) })
  await until(() => received.length === 2)
  expect(received[1]?.messageId).toBe(received[0]?.messageId)
}, 90_000)

test('twenty workers at one mail send it once', async () => {
  const away = `smtp://127.0.0.1:${await freePort()}`
  const auth = await start({ env: { SMTP_URL: away } })
  const { url, received } = await office()
  const [events, tokens] = [eventModel(auth.mongo.connection), tokenModel(auth.mongo.connection)]
  // Due later than the service itself looks at.
  const dueAt = new Date(Date.now() + 3_600_000)
  const mail = { to: 'ann@example.com', state: 'due', dueAt, tries: 0 } as const
  await events.create({
    _id: 'one',
    accountId: 'a',
    kind: 'password-set',
    at: new Date(),
    data: {},
    mail,
  })
  const deps = {
    outbox: outbox(events, tokens),
    compose: async () => ({
      ...{ to: 'ann@example.com', subject: 'One', text: 'One', html: 'One' },
      ...{ messageId: '<one@localhost>', date: new Date() },
    }),
    send: smtp(url, 'no-reply@localhost'),
    now: () => dueAt,
    log: createLog('test', 'silent'),
    count: () => undefined,
  }
  const workers = Array.from({ length: 20 }, () =>
    deliver(deps, { collection: 'events', id: 'one' }),
  )
  await Promise.all(workers)
  expect(received).toHaveLength(1)
  expect((await events.findById('one'))?.mail).toMatchObject({ state: 'sent', tries: 1 })
})

test('the pauses grow, and a mail is given up after a day', () => {
  const pauses = Array.from({ length: 21 }, (_, i) => pauseAfter(i + 1))
  expect(pauses.slice(0, 4)).toEqual([5_000, 10_000, 20_000, 40_000])
  const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3_600_000
  expect(hours).toBeGreaterThan(22)
  expect(hours).toBeLessThan(25)
})

test('a mail says who it is from, that a program wrote it, and nothing about its reader', async () => {
  const { url, received } = await office()
  const auth = await start({ env: { SMTP_URL: url, MAIL_FROM: 'post@proof.example' } })
  await register(auth)
  await until(() => received.length === 1)
  const raw = received[0]?.raw ?? ''
  expect(raw).toMatch(/^From: Inkproof <post@proof\.example>\r$/m)
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(received[0]?.messageId).toMatch(/@proof\.example>$/)
  expect(raw).toMatch(/Content-Type: text\/plain/)
  expect(raw).toMatch(/Content-Type: text\/html/)
})

test('the figures tell what was tried and what waits', async () => {
  const { url, received } = await office(() => ({ code: 550, text: 'No' }))
  const auth = await start({ env: { SMTP_URL: url } })
  await register(auth)
  await until(() => received.length === 1)
  const figures = async () => (await auth.send('GET', '/metrics')).text
  await until(async () => /mail_tries_total\{outcome="refused",[^}]*\} 1/.test(await figures()))
  expect(await figures()).toMatch(/mails_due\{[^}]*\} 0/)
})
