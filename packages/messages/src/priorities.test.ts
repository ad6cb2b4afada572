/** Which of many waiting mails goes first. */
import { createLog } from '@inkproof/service-kit/log'
import { sharedPart, until } from '@inkproof/service-kit/testing/fixture'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { eventModel } from '../events/events.model.ts'
import { createEvents } from '../events/events.ts'
import { RANKS } from '../mail-field/ranks.ts'
import { startAuth, type TestAuth } from '../testing/start.ts'
import { tokenModel } from '../tokens/tokens.model.ts'
import { createTokens } from '../tokens/tokens.ts'
import { createBell } from './bell.ts'
import { outbox } from './outbox.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

test('a reset asked for last is looked at before a hundred invitations and a notice', async () => {
  // A time of its own, later than the service itself looks at.
  let at = new Date('2100-01-01T00:00:00Z')
  const now = () => at
  const { connection } = auth.mongo
  const [events, tokens] = [eventModel(connection), tokenModel(connection)]
  const ring = () => undefined
  const links = createTokens({ model: tokens, key: Buffer.alloc(32), now, ring })
  const making = { ownerId: 'w', lastsMs: 3_600_000, mailTo: 'ann@example.com' }
  for (let i = 0; i < 100; i += 1) await links.make({ ...making, kind: 'invitation' })
  at = new Date(at.getTime() + 1_000)
  const told = { accountId: 'a', mailTo: 'ann@example.com' }
  await createEvents(events, now, ring).record({ ...told, kind: 'password-set' })
  at = new Date(at.getTime() + 1_000)
  const confirm = await links.make({ ...making, kind: 'confirm-email' })
  at = new Date(at.getTime() + 1_000)
  const reset = await links.make({ ...making, kind: 'reset' })
  const due = await outbox(events, tokens).due(at, 10)
  expect(due.slice(0, 2).map(({ ref }) => ref.id)).toEqual([confirm._id, reset._id])
  const { link, notice, invitation } = RANKS
  expect(due.map(({ rank }) => rank)).toEqual([link, link, notice, ...Array(7).fill(invitation)])
})

test('the queue hands a reset out before invitations that were rung for earlier', async () => {
  const [url, prefix] = [sharedPart('INKPROOF_TEST_REDIS_URL'), `test:${crypto.randomUUID()}`]
  const delivered: string[] = []
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const deliver = async ({ id }: { id: string }) => {
    delivered.push(id)
    await held
  }
  const bell = createBell({ url, prefix, deliver, log: createLog('test', 'silent') })
  stops.push(() => bell.close(5_000))
  await bell.open()
  const ring = (id: string, rank: number) =>
    bell.ring({ ref: { collection: 'tokens', id }, tries: 0, rank })
  for (let i = 0; i < 20; i += 1) await ring(`invitation-${i}`, RANKS.invitation)
  await until(() => delivered.length === 5)
  await ring('notice', RANKS.notice)
  await ring('reset', RANKS.link)
  release()
  await until(() => delivered.length === 22)
  expect(delivered.slice(5, 7)).toEqual(['reset', 'notice'])
})
