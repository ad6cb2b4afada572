import { createLog } from '@inkproof/service-kit/log'
import { openMongo } from '@inkproof/service-kit/mongo'
import { testDatabase } from '@inkproof/service-kit/testing/fixture'
import { afterEach, expect, test } from '@jest/globals'
import { Schema } from 'mongoose'
import { composeEmail } from './compose.ts'
import { deliver, retryDelayAfter } from './deliver.ts'
import { emailCollection } from './email-collection.ts'
import { createOutbox } from './outbox.ts'
import { type OutboxRow, outboxEntrySchema } from './outbox-entry.model.ts'
import { newOutboxEntry } from './outbox-entry.ts'
import { createSmtpSender } from './smtp.ts'
import { createTemplateRegistry } from './templates.ts'
import { startSmtpServer } from './testing/smtp-server.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

type Row = OutboxRow & { at: Date }

const schema = new Schema(
  { _id: String, at: Date, mail: { type: outboxEntrySchema, default: null } },
  { collection: 'notes', versionKey: false, autoIndex: false },
)

/** Creates one e-mail that is due. `attempt` makes one attempt to deliver it. */
async function setupEmail(smtpUrl: string, { template = 'note' } = {}) {
  const log = createLog('test', 'silent')
  const mongo = openMongo(testDatabase('one-email'), log)
  const model = mongo.connection.model('Note', schema)
  await mongo.prepare()
  stops.push(async () => {
    await mongo.connection.dropDatabase()
    await mongo.close()
  })
  let offsetMs = 0
  const now = () => new Date(Date.now() + offsetMs)
  const mail = newOutboxEntry({ template, to: 'ann@example.com', now: now() })
  await model.create({ _id: 'n', at: now(), mail })
  const templates = createTemplateRegistry<Row>()
  templates.add({
    note: () => ({ subject: 'A note', heading: 'A note', paragraphs: [], reason: 'Why not.' }),
  })
  const source = { model, at: 'at' as const, values: () => ({}) }
  const emailContext = { source, templates, origin: 'http://localhost:8080', host: 'localhost' }
  const deps = {
    outbox: createOutbox(new Map([['notes', emailCollection<Row>(source)]])),
    compose: (_ref: unknown, found: OutboxRow) => composeEmail<Row>(emailContext, found as Row),
    send: createSmtpSender(smtpUrl, 'no-reply@localhost'),
    now,
    log,
    count: () => undefined,
  }
  return {
    advance: (ms: number) => {
      offsetMs += ms
    },
    templates,
    attempt: () => deliver(deps, { collection: 'notes', id: 'n' }),
    mail: async () => (await model.findById('n').lean())?.mail,
  }
}

async function startSmtp(...args: Parameters<typeof startSmtpServer>) {
  const server = await startSmtpServer(...args)
  stops.push(() => server.close())
  return server
}

test('retries after a transient failure, but not before the delay has passed', async () => {
  const busy = { code: 450, text: 'Greylisted by [192.0.2.1], come back' }
  const { url, received } = await startSmtp((nth) => (nth === 1 ? busy : 'accept'))
  const { attempt, mail, advance } = await setupEmail(url)
  await attempt()
  const answer = '450 Greylisted by …, come back'
  expect(await mail()).toMatchObject({ state: 'due', tries: 1, answer })
  await attempt()
  expect([received.length, (await mail())?.tries]).toEqual([1, 1])
  advance(retryDelayAfter(1))
  await attempt()
  expect(await mail()).toMatchObject({ state: 'sent', tries: 2 })
  expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(1)
  expect(received).toHaveLength(2)
})

test('a server that disconnects after accepting gets the e-mail twice, with the same Message-ID', async () => {
  const { url, received } = await startSmtp((nth) => (nth === 1 ? 'disconnect' : 'accept'))
  const { attempt, mail, advance } = await setupEmail(url)
  await attempt()
  advance(retryDelayAfter(1))
  await attempt()
  expect((await mail())?.state).toBe('sent')
  expect(received).toHaveLength(2)
  expect(received[0]?.messageId).toMatch(/^<[\w-]{32}@localhost>$/)
  expect(received[1]?.messageId).toBe(received[0]?.messageId)
})

test('an e-mail that twenty workers try to send is sent only once', async () => {
  const { url, received } = await startSmtp()
  const { attempt, mail } = await setupEmail(url)
  await Promise.all(Array.from({ length: 20 }, attempt))
  expect(received).toHaveLength(1)
  expect(await mail()).toMatchObject({ state: 'sent', tries: 1 })
})

test('an e-mail whose template this release does not have waits for a release that has it', async () => {
  const { url, received } = await startSmtp()
  const { attempt, mail, advance, templates } = await setupEmail(url, { template: 'future' })
  await attempt()
  expect(await mail()).toMatchObject({ state: 'due', tries: 1 })
  templates.add({
    future: () => ({ subject: 'New', heading: 'New', paragraphs: [], reason: 'Because.' }),
  })
  advance(retryDelayAfter(1))
  await attempt()
  expect((await mail())?.state).toBe('sent')
  expect(received[0]?.raw).toMatch(/^Subject: New\r$/m)
})

test('rejects two templates with the same id', async () => {
  const templates = createTemplateRegistry()
  const content = { subject: 'A', heading: 'A', paragraphs: [], reason: 'A' }
  templates.add({ note: () => content })
  expect(() => templates.add({ note: () => content })).toThrow('note')
})

test('the retry delay grows, and the retries end after about a day', () => {
  const delays = Array.from({ length: 21 }, (_, index) => retryDelayAfter(index + 1))
  expect(delays.slice(0, 4)).toEqual([5_000, 10_000, 20_000, 40_000])
  const hours = delays.reduce((sum, delay) => sum + delay, 0) / 3_600_000
  expect(hours).toBeGreaterThan(22)
  expect(hours).toBeLessThan(25)
})
