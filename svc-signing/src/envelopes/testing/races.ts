/** Two things at once, in two processes with one real database: exactly one of them takes effect. */

import { fromHex } from '@inkproof/proof/bytes'
import { readSteps } from '@inkproof/signing/read-steps'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { expireRequest, voidRequest } from '../end-request.ts'
import type { EnvelopeRow } from '../envelopes.model.ts'
import { toEnvelope } from '../present.ts'
import { signRequest } from '../sign-request.ts'
import { openingOf } from '../steps.ts'
import { type EnvelopeSystem, JANE, newId, openEnvelopeSystem, SIGNER } from './envelope-system.ts'
import { otherProcess, race, repeat } from './race.ts'
import { type Signer, signAs } from './signer.ts'

let system: EnvelopeSystem
let prototype: { row: EnvelopeRow; signer: Signer }

/** @param races of each kind, from different seeds; a multiple of 20 */
export function testRaces(races: number): void {
  beforeAll(prepare)
  afterAll(() => system.close())
  test('of signing and discarding at once, exactly one takes effect', () =>
    raceSigningWithDiscarding(races))
  test('of two statements at once, exactly one is recorded', () => raceTwoStatements(races))
  test('the same statement twice at once is recorded once, and both get the same response', () =>
    raceRepetitions(races))
  test('of discarding and expiry at once, exactly one takes effect', () =>
    raceDiscardingWithExpiry(races))
}

async function prepare(): Promise<void> {
  system = await openEnvelopeSystem()
  prototype = await system.bound()
}

/** A copy of the prepared request under another ID: for the database it is another one. */
async function copy(): Promise<EnvelopeRow> {
  const row = { ...prototype.row, _id: newId(), dueAt: null }
  await system.deps.envelopes.insert(row)
  return row
}

const sign = async (row: EnvelopeRow, deps = system.deps) => {
  const { signer } = prototype
  const body = await signAs(signer, toEnvelope(row, JANE.accountId), {
    now: system.clock.now,
  })
  return signRequest(deps, system.actor(JANE, { id: row._id, recipient: SIGNER }), body)
}

async function endsOf({ _id }: EnvelopeRow): Promise<string[]> {
  const { request, steps } = await system.read(_id)
  // Also checks that the steps form one chain.
  const read = readSteps(steps.map(openingOf), fromHex(request?.digest ?? ''))
  return read
    .map(({ type }) => type)
    .filter((type) => ['completed', 'voided', 'expired'].includes(type))
}

async function raceSigningWithDiscarding(races: number): Promise<void> {
  const seen = new Set<string>()
  await repeat(races, async (seed) => {
    const row = await copy()
    const prepared = await signAs(prototype.signer, toEnvelope(row, JANE.accountId), {
      now: system.clock.now,
    })
    const path = { id: row._id, recipient: SIGNER }
    const outcome = await race(seed, [
      () => signRequest(system.deps, system.actor(JANE, path), prepared),
      () => voidRequest(otherProcess(system.deps), row, ''),
    ])
    const ends = await endsOf(row)
    expect([outcome, ends]).toEqual(
      ends[0] === 'completed'
        ? [['completing', 'ALREADY_SIGNED'], ['completed']]
        : [['ENVELOPE_ENDED', 'voided'], ['voided']],
    )
    seen.add(String(ends))
  })
  expect(seen.size).toBe(2)
}

async function raceTwoStatements(races: number): Promise<void> {
  await repeat(races, async (seed) => {
    const row = await copy()
    const outcome = await race(seed, [() => sign(row), () => sign(row, otherProcess(system.deps))])
    expect(outcome.toSorted()).toEqual(['ALREADY_SIGNED', 'completing'])
    expect(await endsOf(row)).toEqual(['completed'])
  })
}

async function raceRepetitions(races: number): Promise<void> {
  await repeat(races / 10, async (seed) => {
    const row = await copy()
    const body = await signAs(prototype.signer, toEnvelope(row, JANE.accountId), {
      now: system.clock.now,
    })
    const path = { id: row._id, recipient: SIGNER }
    const submit = (deps = system.deps) => signRequest(deps, system.actor(JANE, path), body)
    const outcome = await race(seed, [submit, () => submit(otherProcess(system.deps))])
    expect(outcome).toEqual(['completing', 'completing'])
    expect(await endsOf(row)).toEqual(['completed'])
  })
}

async function raceDiscardingWithExpiry(races: number): Promise<void> {
  const seen = new Set<string>()
  system.pass(8 * 24 * 3_600_000)
  await repeat(races, async (seed) => {
    const row = await copy()
    const outcome = await race(seed, [
      () => voidRequest(system.deps, row, 'Wrong file'),
      () => expireRequest(otherProcess(system.deps), row),
    ])
    const ends = await endsOf(row)
    expect([outcome, ends]).toEqual(
      ends[0] === 'voided'
        ? [['voided', 'voided'], ['voided']]
        : [['ENVELOPE_ENDED', 'expired'], ['expired']],
    )
    seen.add(String(ends))
  })
  expect(seen.size).toBe(2)
}
