/** Corrections of recipients that are refused, which change nothing, and corrections that meet something else at once. */
import { AppError } from '@inkproof/service-kit/app-error'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { correctRecipient } from './correct-recipient.ts'
import { declineRequest } from './decline-request.ts'
import { expireRequest, voidRequest } from './end-request.ts'
import { handOver } from './hand-over.ts'
import { signRequest } from './sign-request.ts'
import { type Corrections, cleoAt, DORA, openCorrections } from './testing/corrections.ts'
import type { EnvelopeSystem } from './testing/envelope-system.ts'
import { otherProcess, race, repeat } from './testing/race.ts'
import { ANN, act, BOB, bindNew, byLink, CLEO, SENDER, statementOf } from './testing/recipients.ts'

let corrections: Corrections
let system: EnvelopeSystem
beforeAll(async () => {
  corrections = await openCorrections()
  system = corrections.system
})
afterAll(() => system.close())

test('only the sender corrects', async () => {
  const id = await corrections.copyOf()
  const asBen = () =>
    correctRecipient(corrections.deps, { accountId: 'ben' }, () => system.read(id), CLEO, DORA)
  expect(await corrections.refusalOf(id, asBen)).toBe('NOT_THE_SENDER')
})

test.each<[string, string, string, { name: string; email: string }]>([
  ['an unknown recipient', 'ENVELOPE_NOT_FOUND', 'recipient-9', DORA],
  ['the sender, who has no link', 'ENVELOPE_NOT_FOUND', SENDER, DORA],
  ['the address of another recipient', 'ALREADY_RECIPIENT', CLEO, cleoAt('Bob.Baker@example.com')],
  ['the sender’s address', 'ALREADY_RECIPIENT', CLEO, cleoAt('jane@example.com')],
  ['what was entered before', 'ALREADY_RECIPIENT', CLEO, cleoAt('cleo.clark@example.com')],
  ['an address that is not ASCII', 'INVALID_INPUT', CLEO, cleoAt('cléo@example.com')],
])('refuses %s: %s', async (_what, code, who, person) => {
  const id = await corrections.copyOf()
  expect(await corrections.refusalOf(id, () => corrections.correct(id, who, person))).toBe(code)
})

test('nobody is corrected after the first signature or approval', async () => {
  const id = await corrections.copyOf()
  await act(system, id, CLEO)
  for (const who of [CLEO, ANN, BOB])
    expect(await corrections.refusalOf(id, () => corrections.correct(id, who))).toBe(
      'CORRECTION_TOO_LATE',
    )
})

test('somebody who handed over is not corrected', async () => {
  const id = await corrections.copyOf()
  await handOver(system.deps, byLink(system, id, CLEO), DORA)
  const other = { name: 'Eve Elm', email: 'eve@example.com' }
  expect(await corrections.refusalOf(id, () => corrections.correct(id, CLEO, other))).toBe(
    'RECIPIENT_REPLACED',
  )
})

test.each<[string, string, (id: string) => Promise<unknown>]>([
  [
    'declined',
    'ENVELOPE_ENDED',
    async (id) => {
      const signer = await bindNew(system, id, CLEO)
      const body = await statementOf(system, id, CLEO, signer, { reason: 'No' })
      return declineRequest(system.deps, byLink(system, id, CLEO), body)
    },
  ],
  [
    'withdrawn',
    'ENVELOPE_ENDED',
    async (id) => voidRequest(system.deps, await system.read(id), ''),
  ],
  [
    'expired',
    'ENVELOPE_ENDED',
    async (id) => {
      await system.model.updateOne(
        { _id: id },
        { 'request.expiresAt': new Date(system.clock.now.getTime() - 1) },
      )
      return expireRequest(system.deps, await system.read(id))
    },
  ],
  [
    'past its deadline, before the job has ended it',
    'ENVELOPE_ENDED',
    (id) => system.model.updateOne({ _id: id }, { 'request.expiresAt': system.clock.now }),
  ],
  [
    'being finished',
    'ALREADY_SIGNED',
    (id) => system.model.updateOne({ _id: id }, { state: 'completing' }),
  ],
])('refuses to correct a request that is %s: %s', async (_what, code, end) => {
  const id = await corrections.copyOf()
  await end(id)
  expect(await corrections.refusalOf(id, () => corrections.correct(id, ANN))).toBe(code)
})

test('a draft has nobody to correct', async () => {
  const { _id } = await system.draft()
  expect(await corrections.refusalOf(_id, () => corrections.correct(_id, CLEO))).toBe(
    'ENVELOPE_NOT_STARTED',
  )
})

test('the eleventh correction of a recipient is refused, and those of others are counted separately', async () => {
  const id = await corrections.copyOf()
  let current: string = CLEO
  for (let i = 1; i <= 10; i++) {
    await corrections.correct(id, current, cleoAt(`cleo-${i}@example.com`))
    current = `recipient-${4 + i}`
  }
  expect(await corrections.refusalOf(id, () => corrections.correct(id, current))).toBe(
    'CORRECTED_TOO_OFTEN',
  )
  expect((await corrections.correct(id, ANN)).steps).toHaveLength(12)
})

test('each correction counts as one e-mail to another person, and a used-up allowance refuses it', async () => {
  const id = await corrections.copyOf()
  const before = corrections.admitted.length
  const admitMail = async () => {
    throw new AppError('DAILY_ALLOWANCE_USED')
  }
  const refused = () => corrections.correct(id, CLEO, DORA, { admitMail })
  expect(await corrections.refusalOf(id, refused)).toBe('DAILY_ALLOWANCE_USED')
  await corrections.correct(id, CLEO)
  expect(corrections.admitted.slice(before)).toEqual([`${id}.${CLEO}`])
})

test('of a correction and the recipient’s statement at once, exactly one counts', async () => {
  const id = await corrections.copyOf()
  const cleo = await bindNew(system, id, CLEO)
  const row = await system.read(id)
  const body = await statementOf(system, id, CLEO, cleo)
  const seen = new Set<string>()
  await repeat(20, async (seed) => {
    const copy = await corrections.copyOf(row)
    const outcome = await race(seed, [
      () => corrections.correct(copy, CLEO, DORA, otherProcess(corrections.deps)),
      () => signRequest(system.deps, byLink(system, copy, CLEO), body),
    ])
    const steps = await corrections.readAsVerifier(copy)
    const { recipients } = await system.read(copy)
    expect([outcome, steps.includes('corrected'), recipients[3]?.statement === null]).toEqual(
      outcome[0] === 'signing'
        ? [['signing', 'SIGNING_LINK_NOT_FOUND'], true, true]
        : [['CORRECTION_TOO_LATE', 'signing'], false, false],
    )
    expect(steps.includes('approved')).toBe(outcome[0] !== 'signing')
    seen.add(outcome[0] ?? '')
  })
  expect(seen.size).toBe(2)
})

test('of two corrections at once, one counts, and the other one is told', async () => {
  await repeat(20, async (seed) => {
    const copy = await corrections.copyOf()
    const outcome = await race(seed, [
      () => corrections.correct(copy, CLEO, DORA, otherProcess(corrections.deps)),
      () => corrections.correct(copy, CLEO, cleoAt('cc@example.com')),
    ])
    expect(outcome.toSorted()).toEqual(['RECIPIENT_REPLACED', 'signing'])
    expect(await corrections.readAsVerifier(copy)).toEqual(['sent', 'corrected'])
  })
})
