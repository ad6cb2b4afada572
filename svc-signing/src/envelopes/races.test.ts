/** Two things at once, against the real database: exactly one of them takes effect. */

import { fromHex } from '@inkproof/proof/bytes'
import { AppError } from '@inkproof/service-kit/app-error'
import { readSteps } from '@inkproof/signing/read-steps'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { expireRequest, voidRequest } from './end-request.ts'
import type { EnvelopeRow } from './envelopes.model.ts'
import { toEnvelope } from './present.ts'
import { signRequest } from './sign-request.ts'
import { openingOf } from './steps.ts'
import {
  type EnvelopeSystem,
  JANE,
  newId,
  openEnvelopeSystem,
  SIGNER,
} from './testing/envelope-system.ts'
import { type Signer, signAs } from './testing/signer.ts'

const RACES = 200
const GROUP = 20

let system: EnvelopeSystem
let prototype: { row: EnvelopeRow; signer: Signer }

beforeAll(async () => {
  system = await openEnvelopeSystem()
  prototype = await system.bound()
})

afterAll(() => system.close())

/** A number in [0, 1) that follows from the seed (mulberry32). */
function seeded(seed: number): number {
  let mixed = (seed + 0x6d2b79f5) | 0
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

/** A copy of the prepared request under another ID: for the database it is another one. */
async function copy(): Promise<EnvelopeRow> {
  const row = { ...prototype.row, _id: newId(), dueAt: null }
  await system.deps.envelopes.insert(row)
  return row
}

const sign = async (row: EnvelopeRow, changes = {}) => {
  const { signer } = prototype
  const body = await signAs(signer, toEnvelope(row, JANE.accountId), {
    now: system.clock.now,
    ...changes,
  })
  return signRequest(system.deps, JANE, { id: row._id, recipient: SIGNER }, body)
}

/** Starts both, the second one up to some turns of the event loop later or earlier, as the seed says. */
async function race(seed: number, actions: (() => Promise<EnvelopeRow>)[]): Promise<string[]> {
  const first = seeded(seed) < 0.5 ? 0 : 1
  const turns = Math.floor(seeded(seed + 10_000) * 40)
  const results = actions.map(async (action, i) => {
    if (i === first) for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
    return action()
  })
  const settled = await Promise.allSettled(results)
  return settled.map((result) => {
    if (result.status === 'fulfilled') return result.value.state
    if (result.reason instanceof AppError) return result.reason.code
    throw result.reason
  })
}

/** Runs the races in groups, so that waiting for the disk takes less time. */
async function repeat(times: number, run: (seed: number) => Promise<void>): Promise<void> {
  for (let start = 0; start < times; start += GROUP)
    await Promise.all(Array.from({ length: GROUP }, (_, i) => run(start + i)))
}

async function endsOf({ _id }: EnvelopeRow): Promise<string[]> {
  const { request, steps } = await system.read(_id)
  // Also checks that the steps form one chain.
  const read = readSteps(steps.map(openingOf), fromHex(request?.digest ?? ''))
  return read
    .map(({ type }) => type)
    .filter((type) => ['completed', 'voided', 'expired'].includes(type))
}

test('of signing and discarding at once, exactly one takes effect', async () => {
  const seen = new Set<string>()
  await repeat(RACES, async (seed) => {
    const row = await copy()
    const prepared = await signAs(prototype.signer, toEnvelope(row, JANE.accountId), {
      now: system.clock.now,
    })
    const path = { id: row._id, recipient: SIGNER }
    const outcome = await race(seed, [
      () => signRequest(system.deps, JANE, path, prepared),
      () => voidRequest(system.deps, row, ''),
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
})

test('of two statements at once, exactly one is recorded', async () => {
  await repeat(RACES, async (seed) => {
    const row = await copy()
    const outcome = await race(seed, [() => sign(row), () => sign(row)])
    expect(outcome.toSorted()).toEqual(['ALREADY_SIGNED', 'completing'])
    expect(await endsOf(row)).toEqual(['completed'])
  })
})

test('the same statement twice at once is recorded once, and both get the same response', async () => {
  await repeat(RACES / 10, async (seed) => {
    const row = await copy()
    const body = await signAs(prototype.signer, toEnvelope(row, JANE.accountId), {
      now: system.clock.now,
    })
    const path = { id: row._id, recipient: SIGNER }
    const submit = () => signRequest(system.deps, JANE, path, body)
    expect(await race(seed, [submit, submit])).toEqual(['completing', 'completing'])
    expect(await endsOf(row)).toEqual(['completed'])
  })
})

test('of discarding and expiry at once, exactly one takes effect', async () => {
  const seen = new Set<string>()
  system.pass(8 * 24 * 3_600_000)
  await repeat(RACES, async (seed) => {
    const row = await copy()
    const outcome = await race(seed, [
      () => voidRequest(system.deps, row, 'Wrong file'),
      () => expireRequest(system.deps, row),
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
})
