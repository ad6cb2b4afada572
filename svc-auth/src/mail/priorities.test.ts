/** Tests the order in which waiting e-mails are sent. */
import { type EmailCollection, emailCollection } from '@inkproof/messages/email-collection'
import { createOutbox } from '@inkproof/messages/outbox'
import { PRIORITIES } from '@inkproof/messages/priorities'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type EventRow, eventModel } from '../events/events.model.ts'
import { createEvents } from '../events/events.ts'
import { startAuth, type TestAuth } from '../testing/start.ts'
import { type TokenRow, tokenModel } from '../tokens/tokens.model.ts'
import { createTokens } from '../tokens/tokens.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

test('links are sent before notices, and notices before invitations', async () => {
  // In the future, so that the service's own sweeps ignore these e-mails.
  let at = new Date('2100-01-01T00:00:00Z')
  const now = () => at
  const { connection } = auth.mongo
  const [events, tokens] = [eventModel(connection), tokenModel(connection)]
  const enqueue = () => undefined
  const links = createTokens({ model: tokens, key: Buffer.alloc(32), now, enqueue })
  const fields = { ownerId: 'w', ttlMs: 3_600_000, mailTo: 'ann@example.com' }
  for (let i = 0; i < 100; i += 1) await links.create({ ...fields, kind: 'invitation' })
  at = new Date(at.getTime() + 1_000)
  const event = { accountId: 'a', mailTo: 'ann@example.com' }
  await createEvents(events, now, enqueue).record({ ...event, kind: 'password-set' })
  at = new Date(at.getTime() + 1_000)
  const confirm = await links.create({ ...fields, kind: 'confirm-email' })
  at = new Date(at.getTime() + 1_000)
  const reset = await links.create({ ...fields, kind: 'reset' })
  const outbox = createOutbox(
    new Map<string, EmailCollection>([
      ['events', emailCollection<EventRow>({ model: events, at: 'at' })],
      ['tokens', emailCollection<TokenRow>({ model: tokens, at: 'createdAt' })],
    ]),
  )
  const due = await outbox.findDue(at, 10)
  expect(due.slice(0, 2).map(({ ref }) => ref.id)).toEqual([confirm._id, reset._id])
  const { link, notice, invitation } = PRIORITIES
  expect(due.map(({ rank }) => rank)).toEqual([link, link, notice, ...Array(7).fill(invitation)])
})
