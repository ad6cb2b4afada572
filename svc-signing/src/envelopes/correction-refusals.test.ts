/** Corrections of recipients that are refused, which change nothing, and corrections that meet something else at once. */
import { AppError } from '@inkproof/service-kit/app-error'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { correctRecipient } from './correct-recipient.ts'
import { declineRequest } from './decline-request.ts'
import { expireRequest, voidRequest } from './end-request.ts'
import type { EnvelopeRow } from './envelopes.model.ts'
import { handOver } from './hand-over.ts'
import { markOpened } from './mark-opened.ts'
import { signRequest } from './sign-request.ts'
import { type Corrections, cleoAt, DORA, openCorrections } from './testing/corrections.ts'
import type { EnvelopeSystem } from './testing/envelope-system.ts'
import { otherProcess, race, repeat } from './testing/race.ts'
import { ANN, act, BOB, bindNew, byLink, CLEO, SENDER, statementOf } from './testing/recipients.ts'

let corrections: Corrections
let system: EnvelopeSystem
let approved: EnvelopeRow
beforeAll(async () => {
  corrections = await openCorrections()
  system = corrections.system
  const id = await corrections.copyOf()
  approved = await act(system, id, CLEO)
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

/** A request that Cleo has approved, and whose e-mail to Ann was refused. */
async function undelivered(): Promise<string> {
  const id = await corrections.copyOf(approved)
  corrections.delivery.clear()
  corrections.delivery.set(ANN, 'refused')
  return id
}
const annAt = (email: string) => ({ name: 'Ann Archer', email })
const ANN_ARCHER = annAt('ann@example.org')

test.each<[string, string, string, (id: string) => unknown, object?]>([
  ['of somebody who has approved', 'RECIPIENT_HAS_OPENED', CLEO, () => {}],
  ['of somebody whose e-mail was sent', 'CORRECTION_TOO_LATE', BOB, () => {}],
  [
    'whose e-mail is delayed',
    'CORRECTION_TOO_LATE',
    ANN,
    () => corrections.delivery.set(ANN, 'due'),
  ],
  [
    'of somebody who opened an earlier link',
    'RECIPIENT_HAS_OPENED',
    ANN,
    (id) => markOpened(system.deps, byLink(system, id, ANN)),
  ],
  ['of somebody who bound a key', 'RECIPIENT_HAS_OPENED', ANN, (id) => bindNew(system, id, ANN)],
  ['with another name', 'NAME_WAS_SIGNED', ANN, () => {}, { name: 'Zoe Archer' }],
  ['to the same address', 'ALREADY_RECIPIENT', ANN, () => {}, annAt('ann.archer@example.com')],
  ['to that of another recipient', 'ALREADY_RECIPIENT', ANN, () => {}, annAt('jane@example.com')],
  [
    'of a withdrawn request',
    'ENVELOPE_ENDED',
    ANN,
    async (id) => voidRequest(system.deps, await system.read(id), ''),
  ],
])(
  'after the first approval, no address is corrected %s: %s',
  async (_what, code, who, before, change = {}) => {
    const id = await undelivered()
    await before(id)
    const person = { ...ANN_ARCHER, ...change }
    expect(await corrections.refusalOf(id, () => corrections.correct(id, who, person))).toBe(code)
  },
)

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
        : [['RECIPIENT_HAS_OPENED', 'signing'], false, false],
    )
    expect(steps.includes('approved')).toBe(outcome[0] !== 'signing')
    seen.add(outcome[0] ?? '')
  })
  expect(seen.size).toBe(2)
})

test.each<[string, (id: string) => Promise<EnvelopeRow>, string]>([
  ['an opened link', (id) => markOpened(system.deps, byLink(system, id, ANN)), 'opened'],
  ['a withdrawal', async (id) => voidRequest(system.deps, await system.read(id), ''), 'voided'],
])(
  'of a late correction and %s at once, the evidence shows one that counts',
  async (_what, run, step) => {
    const seen = new Set<string>()
    corrections.delivery.set(ANN, 'refused')
    await repeat(20, async (seed) => {
      const id = await corrections.copyOf(approved)
      const [outcome] = await race(seed, [
        () => corrections.correct(id, ANN, ANN_ARCHER, otherProcess(corrections.deps)),
        () => run(id),
      ])
      const steps = await corrections.readAsVerifier(id)
      const isCorrected = steps.includes('readdressed')
      expect(isCorrected).toBe(outcome === 'signing')
      // An opening of the old link does not count any more; a withdrawal ends the corrected request.
      if (step === 'opened') expect(steps.includes(step)).toBe(!isCorrected)
      else expect(steps.at(-1)).toBe(step)
      seen.add(outcome ?? '')
    })
    expect(seen.has('signing')).toBe(true)
  },
)

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
