/** Recipients who have less time than the request: when it begins, and that the request ends when it is over. */
import { fromBase64Url } from '@inkproof/proof/bytes'
import type { SignRequest } from '@inkproof/protocol/sign-request'
import { formatUtc } from '@inkproof/texts/format-utc'
import { textsFor } from '@inkproof/texts/texts-for'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { correctRecipient } from './correct-recipient.ts'
import { describeSigningRecord } from './describe-signing-record.ts'
import { expireRequest } from './end-request.ts'
import type { EnvelopeRow, RequestRow } from './envelopes.model.ts'
import { extendRecipient } from './extend-recipient.ts'
import { handOver } from './hand-over.ts'
import { markOpened } from './mark-opened.ts'
import { toEnvelope, toSummary } from './present.ts'
import { signRequest } from './sign-request.ts'
import { openingOf } from './steps.ts'
import { NEXT } from './testing/corrections.ts'
import { type EnvelopeSystem, JANE, newId, openEnvelopeSystem } from './testing/envelope-system.ts'
import { otherProcess, race, repeat } from './testing/race.ts'
import { ANN, bindNew, byLink, CLEO, FOUR, statementOf } from './testing/recipients.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

let system: EnvelopeSystem
/** Cleo has 2 days and has bound a key, Ann then 3, and Bob as long as the request: 7. */
let prototype: { row: EnvelopeRow; approval: SignRequest }
beforeAll(async () => {
  system = await openEnvelopeSystem()
  const [jane, ann, bob, cleo] = FOUR.recipients as [never, object, object, object]
  const recipients = [
    jane,
    { ...ann, answerWithinDays: 3 },
    { ...bob, answerWithinDays: 7 },
    { ...cleo, answerWithinDays: 2 },
  ] as typeof FOUR.recipients
  const { _id: id } = await system.started({ ...FOUR, recipients })
  const signer = await bindNew(system, id, CLEO)
  const approval = await statementOf(system, id, CLEO, signer)
  await system.work()
  prototype = { row: await system.read(id), approval }
})
afterAll(() => system.close())

const startedAt = () => (prototype.row.request as RequestRow).startedAt
const expiresAt = () => (prototype.row.request as RequestRow).expiresAt
/** Days after the start, to the second. */
const day = (days: number) => {
  const ms = startedAt().getTime() + days * DAY_MS
  return new Date(ms - (ms % 1_000))
}
const setClock = (at: Date) => {
  system.clock.now = at
}

/** A copy of the prepared request under another ID: for the database it is another one. */
async function copy(): Promise<string> {
  const row = { ...prototype.row, _id: newId(), dueAt: null }
  await system.deps.envelopes.insert(row)
  return row._id
}

const approve = (id: string, deps = system.deps) =>
  signRequest(deps, byLink(system, id, CLEO), prototype.approval)
const timesIn = ({ recipients }: EnvelopeRow) => recipients.map(({ answerBy }) => answerBy)

test('the time begins with the turn of a recipient, and never ends after the request', async () => {
  expect(timesIn(prototype.row)).toEqual([undefined, undefined, undefined, day(2)])
  expect(prototype.row.dueAt).toEqual(day(2))
  const { recipients } = toEnvelope(prototype.row, JANE.accountId)
  expect(recipients.map((one) => [one.name, one.answerWithinDays, one.answerBy])).toEqual([
    ['Cleo Clark', 2, day(2).toISOString()],
    ['Ann Archer', 3, undefined],
    ['Bob Baker', 7, undefined],
    ['Jane Roe', undefined, undefined],
  ])
  setClock(day(1))
  const id = await copy()
  const approved = await approve(id)
  expect(timesIn(approved)).toEqual([undefined, day(4), expiresAt(), day(2)])
  await system.work()
  expect((await system.read(id)).dueAt).toEqual(day(4))
})

test('at the end of the time, the request expires for everyone, and the late recipient is named', async () => {
  const id = await copy()
  setClock(new Date(day(2).getTime() - 1))
  await system.deps.envelopes.change(id, {}, { $set: { dueAt: system.clock.now } })
  await system.work()
  expect((await system.read(id)).state).toBe('signing')
  setClock(day(2))
  const opened = await markOpened(system.deps, byLink(system, id, CLEO))
  expect(opened.recipients[3]?.openedAt).toBeNull()
  const person = { name: 'Dora Doe', email: 'dora@example.com' }
  for (const action of [
    () => approve(id),
    () => handOver(system.deps, byLink(system, id, CLEO), person),
    () => correct(id, CLEO),
  ])
    await expect(action()).rejects.toMatchObject({ code: 'ENVELOPE_ENDED' })
  await system.work()
  const row = await system.read(id)
  expect([row.state, row.endedAt, row.dueAt]).toEqual(['expired', day(2), null])
  const entry = system.record.openings.at(-1)
  expect([entry?.kind, entry?.previous]).toEqual([2, BigInt(row.steps[0]?.index ?? -1)])
  const { rows } = await system.deps.envelopes.readPage(JANE, { show: 'ended' })
  const listed = rows.find(({ _id }) => _id === id)
  const shown = [toEnvelope(row, JANE.accountId), listed && toSummary(listed, JANE.accountId)]
  for (const envelope of shown)
    expect(envelope?.recipients.map(({ isLate = false, name }) => [name, isLate])).toEqual([
      ['Cleo Clark', true],
      ['Ann Archer', false],
      ['Bob Baker', false],
      ['Jane Roe', false],
    ])
})

test('nobody is late if the request expires at the same time', async () => {
  const id = await copy()
  setClock(day(1))
  await approve(id)
  await system.deps.envelopes.change(id, {}, { $set: { 'recipients.1.answerBy': expiresAt() } })
  setClock(expiresAt())
  const expired = await expireRequest(system.deps, await system.read(id))
  expect(expired.state).toBe('expired')
  const { recipients } = toEnvelope(expired, JANE.accountId)
  expect(recipients.some(({ isLate }) => isLate)).toBe(false)
})

test('the sender gives more time once it runs, and the request ends at the new end', async () => {
  const id = await copy()
  setClock(day(1))
  const row = await extend(id, day(4))
  expect(timesIn(row)).toEqual([undefined, undefined, undefined, day(4)])
  const claims = openingOf(row.steps.at(-1) as never).claims.slice(4)
  expect(claims.map((claim) => 'value' in claim && claim.value)).toEqual([
    ...[CLEO, `${day(4).toISOString().slice(0, 19)}Z`],
  ])
  const shown = toEnvelope(row, JANE.accountId).steps.at(-1)
  expect(new Date(shown?.until ?? 0)).toEqual(day(4))
  const again = await extend(id, new Date(day(4).getTime() + 1))
  expect(again.steps).toHaveLength(row.steps.length)
  // A new person does not have less than what the sender gave.
  expect(timesIn(await correct(id, CLEO)).at(-1)).toEqual(day(4))
  await system.work()
  expect((await system.read(id)).dueAt).toEqual(day(4))
  const other = await copy()
  await extend(other, day(4))
  setClock(day(3))
  expect((await expireRequest(system.deps, await system.read(other))).state).toBe('signing')
})

test('a signing record names the extension and who was late', async () => {
  const id = await copy()
  setClock(day(1))
  await extend(id, day(4))
  setClock(day(4))
  const row = await expireRequest(system.deps, await system.read(id))
  expect(historyOf(row)).toEqual([
    `The sender gave “Cleo Clark” more time, until ${formatUtc(day(4))}`,
    '“Cleo Clark” did not respond in time',
  ])
})

type Refused = [what: string, code: string, run: (id: string) => Promise<unknown>]
test.each<Refused>([
  ['an earlier end', 'DEADLINE_REFUSED', (id) => extend(id, day(1.5))],
  ['an end after the request', 'DEADLINE_REFUSED', (id) => extend(id, day(7.1))],
  ['time that does not run', 'NO_DEADLINE_TO_EXTEND', (id) => extend(id, day(4), ANN)],
  ['a stranger', 'ENVELOPE_NOT_FOUND', (id) => extend(id, day(4), 'recipient-9')],
  [
    'a colleague of the sender',
    'NOT_THE_SENDER',
    (id) => extend(id, day(4), CLEO, { accountId: 'other' }),
  ],
  [
    'somebody who was replaced',
    'RECIPIENT_REPLACED',
    async (id) => {
      await correct(id, CLEO)
      await extend(id, day(4))
    },
  ],
  [
    'somebody who has acted',
    'ALREADY_SIGNED',
    async (id) => {
      await approve(id)
      await extend(id, day(4))
    },
  ],
  [
    'somebody who is late',
    'ENVELOPE_ENDED',
    (id) => {
      setClock(day(2))
      return extend(id, day(4))
    },
  ],
  [
    'a sixth extension, also for a new person',
    'EXTENDED_TOO_OFTEN',
    async (id) => {
      for (const days of [4, 4.1]) await extend(id, day(days))
      await correct(id, CLEO)
      for (const days of [4.2, 4.3, 4.4]) await extend(id, day(days), NEXT)
      await extend(id, day(4.5), NEXT)
    },
  ],
])('more time is refused: %s', async (_what, code, run) => {
  setClock(day(1))
  const id = await copy()
  await expect(run(id)).rejects.toMatchObject({ code })
})

test('the time of a new person begins anew, unless it has not begun', async () => {
  setClock(day(1.5))
  const handedOver = await copy()
  const person = { name: 'Dora Doe', email: 'dora@example.com' }
  const after = await handOver(system.deps, byLink(system, handedOver, CLEO), person)
  expect(timesIn(after).slice(3)).toEqual([day(2), day(3.5)])
  const corrected = await copy()
  await correct(corrected, ANN)
  const { recipients } = await correct(corrected, CLEO)
  expect(recipients.slice(4)).toMatchObject([{ answerWithinDays: 3 }, { answerWithinDays: 2 }])
  expect(recipients.slice(4).map(({ answerBy }) => answerBy)).toEqual([undefined, day(3.5)])
  // The time of the person who was replaced no longer counts.
  setClock(day(3))
  expect((await expireRequest(system.deps, await system.read(corrected))).state).toBe('signing')
  setClock(day(3.5))
  expect((await expireRequest(system.deps, await system.read(corrected))).state).toBe('expired')
})

test('of more time and the end of the time at once, exactly one takes effect', async () => {
  const seen = new Set<string>()
  const before = { ...system.deps, now: () => new Date(day(2).getTime() - 1) }
  await repeat(20, async (seed) => {
    const id = await copy()
    const row = await system.read(id)
    const outcome = await race(seed, [
      () => extend(id, day(4), CLEO, JANE, before),
      () => expireRequest(otherProcess({ ...system.deps, now: () => day(2) }), row),
    ])
    const { state } = await system.read(id)
    expect(outcome).toEqual(
      state === 'expired' ? ['ENVELOPE_ENDED', 'expired'] : ['signing', 'signing'],
    )
    seen.add(state)
  })
  expect(seen.size).toBe(2)
})

test('of acting and the end of the time at once, exactly one takes effect, also with two jobs', async () => {
  const seen = new Set<string>()
  // Soon after the statement was made.
  const answerBy = day(0.1)
  const before = { ...system.deps, now: () => new Date(answerBy.getTime() - 1) }
  const after = { ...system.deps, now: () => answerBy }
  await repeat(40, async (seed) => {
    const id = await copy()
    await system.deps.envelopes.change(id, {}, { $set: { 'recipients.3.answerBy': answerBy } })
    const row = await system.read(id)
    const outcome = await race(seed, [
      () => approve(id, before),
      async () => {
        const jobs = [otherProcess(after), otherProcess(after)]
        await Promise.all(jobs.map((job) => expireRequest(job, row)))
        return system.read(id)
      },
    ])
    const { state, steps } = await system.read(id)
    const types = steps.slice(row.steps.length).map(({ type }) => type)
    expect([outcome, state, types]).toEqual(
      state === 'expired'
        ? [['ENVELOPE_ENDED', 'expired'], 'expired', ['expired']]
        : [['signing', 'signing'], 'signing', ['consented', 'viewed', 'approved']],
    )
    seen.add(state)
  })
  expect(seen.size).toBe(2)
})

function correct(id: string, who: string): Promise<EnvelopeRow> {
  const deps = {
    ...system.deps,
    admitMail: async () => undefined,
    invitations: async () => new Map(),
  }
  const person = { name: 'Dora Doe', email: `${who}@example.org` }
  return correctRecipient(deps, JANE, () => system.read(id), who, person)
}

function extend(
  id: string,
  until: Date,
  who: string = CLEO,
  session: { accountId: string } = JANE,
  deps = system.deps,
): Promise<EnvelopeRow> {
  return extendRecipient(deps, session, () => system.read(id), who, until)
}

/** The last lines of the history in the signing record. */
function historyOf(row: EnvelopeRow): (string | undefined)[] {
  const request = row.request as RequestRow
  const evidence = {
    ...{ envelope: fromBase64Url(request.envelope), statements: [], proof: null as never },
    steps: row.steps.map(openingOf),
  }
  const anchoring = { isAnchored: true }
  const { sections } = describeSigningRecord(row, request, evidence, anchoring, textsFor('en'))
  const rows = sections.flatMap(({ table }) => table?.rows ?? [])
  return rows.slice(-2).map(([, step]) => step)
}
