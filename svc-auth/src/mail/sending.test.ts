/** Tests sending the e-mails of svc-auth's collections. packages/messages has the tests of sending in general. */
import {
  type Policy,
  startSmtpServer,
  type TestSmtpServer,
} from '@inkproof/messages/testing/smtp-server'
import { until } from '@inkproof/service-kit/testing/fixture'
import { afterEach, expect, test } from '@jest/globals'
import { eventModel } from '../events/events.model.ts'
import { startReadyProcess } from '../testing/process.ts'
import { person, startAuth, type TestAuth } from '../testing/start.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function startSmtp(policy?: Policy): Promise<TestSmtpServer> {
  const started = await startSmtpServer(policy)
  stops.push(() => started.close())
  return started
}

async function start(options: Parameters<typeof startAuth>[0]): Promise<TestAuth> {
  const auth = await startAuth(options)
  stops.push(() => auth.stop())
  return auth
}

test('a permanent rejection is not retried, and its reason is shown to the user', async () => {
  const { url, received } = await startSmtp(() => ({ code: 550, text: '5.1.1 No such mailbox' }))
  const auth = await start({ env: { SMTP_URL: url } })
  const { token } = (await auth.register(person())).body()
  const mail = async () =>
    (await auth.send('GET', '/api/auth/emails', undefined, token)).body().mails[0]
  await until(async () => (await mail()).state === 'refused')
  expect(await mail()).toMatchObject({ answer: '550 5.1.1 No such mailbox', nextTryAt: null })
  expect(received).toHaveLength(1)
  const { metrics } = auth
  await until(async () => /mail_tries_total\{outcome="refused",[^}]*\} 1/.test(await metrics()))
  expect(await metrics()).toMatch(/mails_due\{[^}]*\} 0/)
})

test('the sweep sends an e-mail that was stored by an earlier release, without a template id', async () => {
  const { url, received } = await startSmtp()
  const auth = await start({ env: { SMTP_URL: url } })
  const mail = { to: 'ann@example.com', state: 'due', dueAt: new Date(), tries: 0, rank: 2 }
  const event = { accountId: 'a', kind: 'password-set', at: new Date(), data: {} }
  // Bypasses mongoose, which would add the missing field.
  await eventModel(auth.mongo.connection).collection.insertOne({
    _id: 'earlier' as never,
    ...event,
    mail: { ...mail, sentAt: null, answer: null },
  })
  await until(() => received.length === 1)
  expect(received[0]?.raw).toMatch(/^Subject: Your password was changed\r$/m)
})

test('an e-mail whose sending process was killed is sent by the next process', async () => {
  const { url, received } = await startSmtp((nth) => (nth === 1 ? 'no response' : 'accept'))
  const { key, mongoUrl, origin, child, exit } = await startReadyProcess({ SMTP_URL: url })
  stops.push(async () => child.kill('SIGKILL') && (await exit))
  const body = JSON.stringify(person())
  const headers = { 'content-type': 'application/json' }
  await fetch(`${origin}/api/auth/register`, { method: 'POST', headers, body })
  await until(() => received.length === 1)
  child.kill('SIGKILL')
  await exit
  // By the clock of the next process, the lease of the killed process has expired.
  await start({ mongoUrl, key, env: { SMTP_URL: url }, now: () => new Date(Date.now() + 61_000) })
  await until(() => received.length === 2)
  expect(received[1]?.messageId).toBe(received[0]?.messageId)
})
