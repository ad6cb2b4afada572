/** Secrets of links, access codes and mailed codes: who gets in, with a real database and mail server. */
import { createHash } from 'node:crypto'
import type { AppError } from '@inkproof/service-kit/app-error'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { hashAccessCode } from '../envelopes/access-code.ts'
import { epochOf } from '../envelopes/actor.ts'
import type { EnvelopeRow, RecipientRow, StepRow } from '../envelopes/envelopes.model.ts'
import { createLinkSecrets } from '../link-secrets/link-secrets.ts'
import { type LinkSystem, newId, ORIGIN, openLinkSystem, textOf } from '../testing/link-system.ts'
import { authorize } from './authorize.ts'
import { checkCode, sendCode } from './codes.ts'

const MINUTE_MS = 60 * 1_000
const KEY = createHash('sha256').update('key').digest('hex')
const OTHER_KEY = createHash('sha256').update('other').digest('hex')

let system: LinkSystem
beforeAll(async () => {
  system = await openLinkSystem()
})
afterAll(() => system.close())

const firstOf = ({ recipients }: EnvelopeRow) => recipients[0] as RecipientRow

function secretOf({ _id: envelopeId, recipients }: EnvelopeRow, index = 0): string {
  const recipient = recipients[index] as RecipientRow
  const { email: address, id: recipientId } = recipient
  const subject = { envelopeId, recipientId, address, epoch: epochOf(recipient) }
  return system.linkSecrets.secretOf(subject)
}

const open = (row: EnvelopeRow, secret: string, accessCode: string | null = null) =>
  authorize(system, firstOf(row).linkId ?? '', { secret, accessCode })

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    ({ code }: AppError) => code,
  )

/** Asks for a code as the holder of the link, and returns it as mailed. */
async function mailedCode(row: EnvelopeRow, thumbprint = KEY): Promise<string> {
  const before = system.smtp.received.length
  await sendCode(system.codesDeps, await open(row, secretOf(row)), thumbprint)
  await system.received(row._id)
  const { email } = firstOf(row)
  const mail = system.smtp.received
    .slice(before)
    .findLast(({ raw, to }) => to === email && raw.includes('Your code'))
  const [code = ''] = /^\d{6}$/m.exec(mail ? textOf(mail) : '') ?? []
  return code
}

async function enter(row: EnvelopeRow, code: string, thumbprint = KEY): Promise<string> {
  const caller = await open(row, secretOf(row))
  return codeOf(checkCode(system.codesDeps, caller, { code, thumbprint }))
}

const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

test('a wrong secret, an unknown link, a draft and a deleted request are the same', async () => {
  const row = await system.insert()
  const other = await system.insert()
  const secret = secretOf(row)
  expect(await codeOf(open(row, secret))).toBe('accepted')
  const unknown = authorize(system, newId(), { secret, accessCode: null })
  const outcomes = [codeOf(unknown), codeOf(open(row, secretOf(other))), codeOf(open(row, 'k1.x'))]
  expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['SIGNING_LINK_NOT_FOUND']))
  await system.set(row._id, { isDeleted: true })
  expect(await codeOf(open(row, secret))).toBe('SIGNING_LINK_NOT_FOUND')
  await system.set(other._id, { request: null, state: 'draft' })
  expect(await codeOf(open(other, secretOf(other)))).toBe('SIGNING_LINK_NOT_FOUND')
})

test('after a correction, the old link does not say what it was for, and its secret does not open the new one', async () => {
  const row = await system.insert({
    recipients: [
      { handedOverTo: 'recipient-2', isCorrected: true },
      { original: 'recipient-1', email: 'right@example.com' },
    ],
  })
  expect(await codeOf(open(row, secretOf(row)))).toBe('SIGNING_LINK_NOT_FOUND')
  const { recipients } = row
  const next = { ...row, recipients: recipients.slice(1) }
  expect(await codeOf(open(next, secretOf(row)))).toBe('SIGNING_LINK_NOT_FOUND')
})

test('after a hand-over, the old link says so, and its secret does not open the new one', async () => {
  const row = await system.insert({
    recipients: [{ handedOverTo: 'recipient-2' }, { original: 'recipient-1' }],
  })
  expect(await codeOf(open(row, secretOf(row)))).toBe('HANDED_OVER')
  const linkId = row.recipients[1]?.linkId ?? ''
  const openNew = (secret: string) =>
    codeOf(authorize(system, linkId, { secret, accessCode: null }))
  expect(await openNew(secretOf(row))).toBe('SIGNING_LINK_NOT_FOUND')
  expect(await openNew(secretOf(row, 1))).toBe('accepted')
})

test('an access code opens the link, in any case and with spaces around it', async () => {
  const row = await system.insert({
    recipients: [{ accessCode: await hashAccessCode('Blue Bird') }],
  })
  const secret = secretOf(row)
  expect(await codeOf(open(row, secret))).toBe('ACCESS_CODE_NEEDED')
  expect(await codeOf(open(row, secret, 'red bird'))).toBe('ACCESS_CODE_WRONG')
  expect(await codeOf(open(row, secret, ' BLUE bird '))).toBe('accepted')
  expect(firstOf(await system.read(row._id)).accessCode?.wrong).toBe(1)
  // Without the secret, nobody learns that there is an access code.
  expect(await codeOf(open(row, 'k1.x', 'Blue Bird'))).toBe('SIGNING_LINK_NOT_FOUND')
})

test('ten wrong access codes, also at the same time, lock the link until the sender reminds', async () => {
  const row = await system.insert({
    recipients: [{ accessCode: await hashAccessCode('Blue Bird') }],
  })
  const secret = secretOf(row)
  const wrong = Array.from({ length: 14 }, () => codeOf(open(row, secret, 'red bird')))
  const outcomes = await Promise.all(wrong)
  expect(outcomes.filter((outcome) => outcome === 'ACCESS_CODE_WRONG')).toHaveLength(10)
  expect(await codeOf(open(row, secret, 'Blue Bird'))).toBe('ACCESS_CODE_LOCKED')
  await system.mails.remind(await system.read(row._id), 'recipient-1')
  expect(await codeOf(open(row, secret, 'Blue Bird'))).toBe('accepted')
})

test('a code works only for the key it was requested for, and for ten minutes', async () => {
  const row = await system.insert()
  const code = await mailedCode(row)
  expect(code).toMatch(/^\d{6}$/)
  expect(await enter(row, code, OTHER_KEY)).toBe('SIGNING_CODE_WRONG')
  expect(await enter(row, code)).toBe('accepted')
  system.pass(10 * MINUTE_MS - 1)
  expect(await enter(row, code)).toBe('accepted')
  system.pass(1)
  expect(await enter(row, code)).toBe('SIGNING_CODE_WRONG')
})

test('without a code that was requested, no code works', async () => {
  const row = await system.insert()
  expect(await enter(row, '000000')).toBe('SIGNING_CODE_WRONG')
})

test('five wrong entries, also at the same time, void a code', async () => {
  const row = await system.insert()
  const code = await mailedCode(row)
  for (let count = 0; count < 4; count++)
    expect(await enter(row, otherThan(code))).toBe('SIGNING_CODE_WRONG')
  expect(await enter(row, code)).toBe('accepted')
  await Promise.all(Array.from({ length: 3 }, () => enter(row, otherThan(code))))
  expect(await enter(row, code)).toBe('SIGNING_CODE_WRONG')
})

test('a newer code replaces the one before, also for another key', async () => {
  const row = await system.insert()
  const first = await mailedCode(row)
  system.pass(MINUTE_MS)
  const second = await mailedCode(row, OTHER_KEY)
  expect(await enter(row, first)).toBe('SIGNING_CODE_WRONG')
  expect(await enter(row, second, OTHER_KEY)).toBe('accepted')
})

test('mails one code a minute and five an hour', async () => {
  const row = await system.insert()
  const ask = async (thumbprint = KEY) =>
    sendCode(system.codesDeps, await open(row, secretOf(row)), thumbprint)
  const startedAt = system.now().getTime()
  const first = await ask()
  expect(first.nextAt.getTime() - startedAt).toBe(MINUTE_MS)
  // The same request again, for example because the response was lost.
  expect(await ask()).toEqual(first)
  expect(await codeOf(ask(OTHER_KEY))).toBe('SIGNING_CODES_USED_UP')
  for (let count = 0; count < 4; count++) {
    system.pass(MINUTE_MS)
    await ask()
  }
  const { length } = await system.mailModel.find({ envelopeId: row._id, kind: 'code' })
  expect(length).toBe(5)
  system.pass(MINUTE_MS)
  expect(await codeOf(ask())).toBe('SIGNING_CODES_USED_UP')
  system.pass(55 * MINUTE_MS)
  expect(await codeOf(ask())).toBe('accepted')
})

test('mails ten codes a day, and says when the next one can be requested', async () => {
  const row = await system.insert()
  const ask = async () => sendCode(system.codesDeps, await open(row, secretOf(row)), KEY)
  const startedAt = system.now().getTime()
  for (let count = 0; count < 9; count++) {
    await ask()
    system.pass(15 * MINUTE_MS)
  }
  expect((await ask()).nextAt.getTime() - startedAt).toBe(24 * 60 * MINUTE_MS)
  system.pass(60 * MINUTE_MS)
  expect(await codeOf(ask())).toBe('SIGNING_CODES_USED_UP')
  system.pass(startedAt + 24 * 60 * MINUTE_MS - system.now().getTime())
  expect(await codeOf(ask())).toBe('accepted')
})

test('mails no further code to people who have caused many steps, and goes on mailing to others', async () => {
  const stepsOf = (recipient: string) =>
    Array.from({ length: 30 }, () => ({ recipient }) as StepRow)
  const row = await system.insert({
    recipients: [
      { original: 'recipient-1' },
      { original: 'recipient-1', handedOverTo: 'recipient-1' },
      {},
    ],
    steps: [...stepsOf('recipient-1'), ...stepsOf('recipient-2')],
  })
  const ask = (index: number) => {
    const { linkId } = row.recipients[index] as RecipientRow
    const proof = { secret: secretOf(row, index), accessCode: null }
    const caller = authorize(system, linkId ?? '', proof)
    return codeOf(caller.then((found) => sendCode(system.codesDeps, found, KEY)))
  }
  expect([await ask(0), await ask(2)]).toEqual(['SIGNING_CODES_USED_UP', 'accepted'])
})

test('of two requests for a code at the same time, one mails a code', async () => {
  const row = await system.insert()
  const caller = await open(row, secretOf(row))
  const ask = (thumbprint: string) => codeOf(sendCode(system.codesDeps, caller, thumbprint))
  const outcomes = await Promise.all([ask(KEY), ask(OTHER_KEY)])
  expect(outcomes.sort()).toEqual(['SIGNING_CODES_USED_UP', 'accepted'])
})

test('a copy of the database without the keys yields neither link nor code', async () => {
  const row = await system.insert()
  await system.followUp(row._id)
  const code = await mailedCode(row)
  const secret = secretOf(row)
  const collections = await system.connection.db?.collections()
  const dump = await Promise.all((collections ?? []).map((items) => items.find().toArray()))
  const text = JSON.stringify(dump)
  expect(text).toContain(firstOf(row).linkId)
  for (const hidden of [secret, secret.slice(3), code, ...system.keys])
    expect([text.includes(hidden), system.lines.join('').includes(hidden)]).toEqual([false, false])
  // Whoever has the database knows everything that both are derived from, except for the keys.
  const stolen = createLinkSecrets([`k1.${Buffer.alloc(32).toString('base64url')}`], ORIGIN)
  const { code: codeRow, email: address } = firstOf(await system.read(row._id))
  const ids = { envelopeId: row._id, recipientId: 'recipient-1' }
  expect(await codeOf(open(row, stolen.secretOf({ ...ids, address, epoch: 1 })))).toBe(
    'SIGNING_LINK_NOT_FOUND',
  )
  const guessed = stolen.codeOf({ ...ids, nonce: codeRow?.nonce ?? '', thumbprint: KEY })
  expect([guessed === code, guessed?.length]).toEqual([false, 6])
})
