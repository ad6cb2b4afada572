/** Automatic reminders and those of the sender, with a real database, Redis and mail server. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { StatementRow } from '../envelopes/envelopes.model.ts'
import { type LinkSystem, mailsOf, openLinkSystem } from '../testing/link-system.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const HOUR_MS = 60 * 60 * 1_000
const STATEMENT = { digest: 'aa' } as StatementRow

let system: LinkSystem
beforeAll(async () => {
  system = await openLinkSystem()
})
afterAll(() => system.close())

test('reminds at most ten times, and not after the recipient has signed or the request has ended', async () => {
  const reminders = { firstAfterDays: 3, repeatAfterDays: 2 }
  const expiresAt = new Date(system.now().getTime() + 90 * DAY_MS)
  const { _id } = await system.insert({ request: { reminders, expiresAt }, recipients: [{}, {}] })
  const startedAt = system.now().getTime()
  const next = await system.followUp(_id)
  expect(next).toEqual(new Date(startedAt + 3 * DAY_MS))
  system.pass(3 * DAY_MS - 1)
  await system.followUp(_id)
  expect((await mailsOf(system, _id)).filter((mail) => mail.startsWith('reminder'))).toHaveLength(0)
  system.pass(1)
  expect(await system.followUp(_id)).toEqual(new Date(startedAt + 5 * DAY_MS))
  await system.followUp(_id)
  expect((await mailsOf(system, _id)).filter((mail) => mail.startsWith('reminder'))).toHaveLength(2)
  await system.set(_id, { 'recipients.0.statement': STATEMENT })
  for (let count = 0; count < 12; count++) {
    system.pass(2 * DAY_MS)
    await system.followUp(_id)
  }
  expect((await mailsOf(system, _id)).filter((mail) => mail.startsWith('reminder'))).toHaveLength(
    11,
  )
  expect(await system.followUp(_id)).toBeNull()
})

test('the sender reminds at most once an hour, and frees a locked access code and used-up codes', async () => {
  const accessCode = { salt: 's', hash: 'h', wrong: 10 }
  const { _id, recipients } = await system.insert({
    recipients: [{ accessCode, codesAt: [system.now()] }, { order: 2 }],
  })
  await system.followUp(_id)
  const remind = async (recipient: string) =>
    system.mails.remind(await system.read(_id), recipient).then(
      ({ recipients: [first] }) => first?.accessCode?.wrong,
      ({ code }) => code,
    )
  expect(await remind('recipient-2')).toBe('NOT_YOUR_TURN')
  expect(await remind('recipient-3')).toBe('ENVELOPE_NOT_FOUND')
  // Also soon after the invitation, which may have been lost.
  system.pass(1)
  expect(await remind('recipient-1')).toBe(0)
  expect((await system.read(_id)).recipients[0]?.codesAt).toEqual([])
  expect(await remind('recipient-1')).toBe('REMINDED_RECENTLY')
  system.pass(HOUR_MS)
  expect(await remind('recipient-1')).toBe(0)
  expect(await mailsOf(system, _id)).toEqual([
    `invitation ${recipients[0]?.email}`,
    `reminder ${recipients[0]?.email}`,
    `reminder ${recipients[0]?.email}`,
  ])
  await system.set(_id, { 'recipients.0.statement': STATEMENT })
  expect(await remind('recipient-1')).toBe('ALREADY_SIGNED')
  await system.set(_id, { state: 'voided' })
  expect(await remind('recipient-1')).toBe('ENVELOPE_ENDED')
})

test('the sender reminds a person at most three times a day, counting automatic reminders', async () => {
  const { _id } = await system.insert({
    request: { reminders: { firstAfterDays: 1, repeatAfterDays: 1 } },
  })
  await system.followUp(_id)
  system.pass(DAY_MS)
  await system.followUp(_id)
  const remind = async () =>
    system.mails.remind(await system.read(_id), 'recipient-1').then(
      () => 'reminded',
      ({ code }) => code,
    )
  const outcomes: string[] = []
  for (let count = 0; count < 3; count++) {
    system.pass(HOUR_MS)
    outcomes.push(await remind())
  }
  expect(outcomes).toEqual(['reminded', 'reminded', 'REMINDED_RECENTLY'])
  system.pass(DAY_MS)
  expect(await remind()).toBe('reminded')
})
