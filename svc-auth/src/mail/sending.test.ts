import { createLog } from '@inkproof/service-kit/log'
import { openMongo } from '@inkproof/service-kit/mongo'
import {
  freePort,
  startTestRedis,
  testDatabase,
  until,
} from '@inkproof/service-kit/testing/fixture'
import { afterEach, expect, test } from '@jest/globals'
import { Redis } from 'ioredis'
import { eventModel } from '../events/events.model.ts'
import { createEvents } from '../events/events.ts'
import { openPostOffice, type PostOffice } from '../testing/mailbox.ts'
import { startReadyProcess } from '../testing/process.ts'
import { person, startAuth, type TestAuth } from '../testing/start.ts'
import { tokenModel } from '../tokens/tokens.model.ts'
import { compose } from './compose.ts'
import { deliver, pauseAfter } from './deliver.ts'
import { outbox } from './outbox.ts'
import { smtp } from './smtp.ts'

const ORIGIN = 'http://localhost:8080'

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

/** One mail that is due, in a database without a service, and a worker that tries it when told to. */
async function oneMail(smtpUrl: string) {
  const log = createLog('test', 'silent')
  const mongo = openMongo(testDatabase('one-mail'), log)
  stops.push(async () => {
    await mongo.connection.dropDatabase()
    await mongo.close()
  })
  const [events, tokens] = [eventModel(mongo.connection), tokenModel(mongo.connection)]
  await mongo.prepare()
  const clock = testClock()
  const _id = await createEvents(events, clock.now, () => undefined).record({
    accountId: 'a',
    kind: 'password-set',
    mailTo: 'ann@example.com',
  })
  const nobody = { find: async () => undefined, findIdentity: async () => undefined }
  const composing = { accounts: nobody, tokens: { secretOf: () => '' }, now: clock.now }
  const deps = {
    outbox: outbox(events, tokens),
    compose: compose.bind(null, { ...composing, origin: ORIGIN, host: 'localhost' }),
    send: smtp(smtpUrl, 'no-reply@localhost'),
    now: clock.now,
    log,
    count: () => undefined,
  }
  return {
    clock,
    attempt: () => deliver(deps, { collection: 'events', id: _id }),
    mail: async () => (await events.findById(_id).lean())?.mail,
  }
}

/** A clock that goes on when it is told to, besides going. */
function testClock() {
  let aheadMs = 0
  const goOn = (ms: number) => {
    aheadMs += ms
  }
  return { now: () => new Date(Date.now() + aheadMs), goOn }
}

test('a mail waits for a mail server that is away, and goes when it is back', async () => {
  const port = await freePort()
  const clock = testClock()
  const auth = await start({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` }, now: clock.now })
  const { mail, email } = await register(auth)
  await until(async () => (await mail()).tries === 1)
  await until(async () => (await mail()).answer === 'The mail server did not answer.')
  expect((await mail()).state).toBe('due')
  const back = await office(() => 'take', port)
  clock.goOn(pauseAfter(1))
  await until(async () => (await mail()).state === 'sent')
  expect(back.received.map(({ to }) => to)).toEqual([email])
})

test('a server that says "later" is asked again after a pause, with the same Message-ID', async () => {
  const busy = { code: 450, text: 'Greylisted by [192.0.2.1], come back' }
  const { url, received } = await office((nth) => (nth === 1 ? busy : 'take'))
  const { attempt, mail, clock } = await oneMail(url)
  await attempt()
  expect(await mail()).toMatchObject({
    state: 'due',
    tries: 1,
    answer: '450 Greylisted by …, come back',
  })
  await attempt()
  expect([received.length, (await mail())?.tries]).toEqual([1, 1])
  clock.goOn(pauseAfter(1))
  await attempt()
  expect(await mail()).toMatchObject({ state: 'sent', tries: 2 })
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
  const { attempt, mail, clock } = await oneMail(url)
  await attempt()
  clock.goOn(pauseAfter(1))
  await attempt()
  expect((await mail())?.state).toBe('sent')
  expect(received).toHaveLength(2)
  expect(received[0]?.messageId).toMatch(/^<[\w-]{32}@localhost>$/)
  expect(received[1]?.messageId).toBe(received[0]?.messageId)
})

test('an emptied Redis loses no mail', async () => {
  const redis = await startTestRedis()
  stops.push(() => redis.remove())
  const port = await freePort()
  const clock = testClock()
  const auth = await start({
    redisUrl: redis.url,
    env: { SMTP_URL: `smtp://127.0.0.1:${port}` },
    now: clock.now,
  })
  const { email, token } = await register(auth)
  const client = new Redis(redis.url)
  // Nothing rings for the mail any more, and its session is gone too.
  await client.flushall()
  client.disconnect()
  expect((await auth.send('GET', '/api/auth/emails', undefined, token)).status).toBe(401)
  const { received } = await office(() => 'take', port)
  clock.goOn(pauseAfter(1))
  await until(() => received.length > 0)
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
  const { key, mongoUrl, origin, child, exit } = await startReadyProcess({ SMTP_URL: url })
  stops.push(async () => child.kill('SIGKILL') && (await exit))
  const body = JSON.stringify(person())
  const headers = { 'content-type': 'application/json' }
  await fetch(`${origin}/api/auth/register`, { method: 'POST', headers, body })
  await until(() => received.length === 1)
  child.kill('SIGKILL')
  await exit
  // Its lease has run out by the clock of the next one.
  await start({ mongoUrl, key, env: { SMTP_URL: url }, now: () => new Date(Date.now() + 61_000) })
  await until(() => received.length === 2)
  expect(received[1]?.messageId).toBe(received[0]?.messageId)
}, 90_000)

test('twenty workers at one mail send it once', async () => {
  const { url, received } = await office()
  const { attempt, mail } = await oneMail(url)
  await Promise.all(Array.from({ length: 20 }, attempt))
  expect(received).toHaveLength(1)
  expect(await mail()).toMatchObject({ state: 'sent', tries: 1 })
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
