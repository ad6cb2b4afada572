/** Two recipients at once, in two processes with one real database: the request ends exactly once, and nothing is lost. */
import { fromBase64Url, fromHex } from '@inkproof/proof/bytes'
import type { SignRequest } from '@inkproof/protocol/sign-request'
import { decodeEnvelope } from '@inkproof/signing/envelope-codec'
import { readPeople } from '@inkproof/signing/people'
import { readSteps } from '@inkproof/signing/read-steps'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { declineRequest } from '../decline-request.ts'
import type { EnvelopeRow } from '../envelopes.model.ts'
import { signRequest } from '../sign-request.ts'
import { openingOf } from '../steps.ts'
import { type EnvelopeSystem, newId, openEnvelopeSystem } from './envelope-system.ts'
import { otherProcess, race, repeat } from './race.ts'
import { ANN, act, BOB, bindNew, byLink, CLEO, FOUR, statementOf } from './recipients.ts'

let system: EnvelopeSystem
let prototype: { row: EnvelopeRow; ann: SignRequest; bob: SignRequest; annDeclines: SignRequest }

/** @param races of each kind, from different seeds; a multiple of 20. Ann and Bob are the last ones, and may act at once. */
export function testRecipientRaces(races: number): void {
  beforeAll(prepare)
  afterAll(() => system.close())
  test('of the two last signatures at once, both are recorded, and the second one completes', () =>
    raceLastSignatures(races))
  test('of declining and the last signature at once, exactly one ends the request', () =>
    raceDecliningWithLastSignature(races))
  test('of declining and another’s signature at once, the request ends declined', () =>
    raceDecliningWithSignature(races))
}

async function prepare(): Promise<void> {
  system = await openEnvelopeSystem()
  const recipients = FOUR.recipients.map((item) => (item.email === null ? last : item))
  const fields = FOUR.fields.filter(({ recipient }) => recipient !== 0)
  const { _id: id } = await system.started({ ...FOUR, recipients, fields })
  await act(system, id, CLEO)
  const [ann, bob] = [await bindNew(system, id, ANN), await bindNew(system, id, BOB)]
  await system.work()
  prototype = {
    row: await system.read(id),
    ann: await statementOf(system, id, ANN, ann),
    bob: await statementOf(system, id, BOB, bob),
    annDeclines: await statementOf(system, id, ANN, ann, { reason: 'No' }),
  }
}

const last = {
  name: 'Dan Doe',
  email: 'dan@example.com',
  role: 'viewer',
  order: 3,
  accessCode: null,
} as const

/** A copy of the prepared request under another ID: for the database it is another one. */
async function copy(): Promise<string> {
  const row = { ...prototype.row, _id: newId(), dueAt: null }
  await system.deps.envelopes.insert(row)
  return row._id
}

const sign = (id: string, who: string, body: SignRequest, deps = system.deps) =>
  signRequest(deps, byLink(system, id, who), body)

/** The steps after those of the prototype, whose chain and order are checked as a verifier does. */
async function newStepsOf(id: string): Promise<string[]> {
  const { request, steps } = await system.read(id)
  const read = readSteps(steps.map(openingOf), fromHex(request?.digest ?? ''))
  readPeople(decodeEnvelope(fromBase64Url(request?.envelope ?? '')), read)
  return read
    .slice(prototype.row.steps.length)
    .map(({ type }) => type)
    .filter((type) => type !== 'consented' && type !== 'viewed')
}

async function raceLastSignatures(races: number): Promise<void> {
  const seen = new Set<string>()
  await repeat(races, async (seed) => {
    const id = await copy()
    const outcome = await race(seed, [
      () => sign(id, ANN, prototype.ann),
      () => sign(id, BOB, prototype.bob, otherProcess(system.deps)),
    ])
    expect(outcome.toSorted()).toEqual(['completing', 'signing'])
    expect(await newStepsOf(id)).toEqual(['signed', 'signed', 'completed'])
    seen.add(String(outcome))
  })
  expect(seen.size).toBe(2)
}

async function raceDecliningWithLastSignature(races: number): Promise<void> {
  const seen = new Set<string>()
  await repeat(races * 0.4, async (seed) => {
    const id = await copy()
    await sign(id, BOB, prototype.bob)
    const outcome = await race(seed, [
      () => sign(id, ANN, prototype.ann),
      () =>
        declineRequest(otherProcess(system.deps), byLink(system, id, ANN), prototype.annDeclines),
    ])
    const steps = await newStepsOf(id)
    expect([outcome, steps]).toEqual(
      steps.includes('completed')
        ? [
            ['completing', 'ALREADY_SIGNED'],
            ['signed', 'signed', 'completed'],
          ]
        : [
            ['ENVELOPE_ENDED', 'declined'],
            ['signed', 'declined'],
          ],
    )
    seen.add(outcome[0] ?? '')
  })
  expect(seen.size).toBe(2)
}

async function raceDecliningWithSignature(races: number): Promise<void> {
  await repeat(races / 5, async (seed) => {
    const id = await copy()
    const outcome = await race(seed, [
      () => sign(id, BOB, prototype.bob),
      () =>
        declineRequest(otherProcess(system.deps), byLink(system, id, ANN), prototype.annDeclines),
    ])
    const steps = await newStepsOf(id)
    expect([outcome, steps]).toEqual(
      steps.includes('signed')
        ? [
            ['signing', 'declined'],
            ['signed', 'declined'],
          ]
        : [['ENVELOPE_ENDED', 'declined'], ['declined']],
    )
  })
}
