/** Starts two things at once, in an order that follows from a seed. */
import { AppError } from '@inkproof/service-kit/app-error'
import { createKeyedQueue, type RunForKey } from '@inkproof/service-kit/keyed-queue'
import type { EnvelopeRow } from '../envelopes.model.ts'

const GROUP = 20

/** A number in [0, 1) that follows from the seed (mulberry32). */
function seeded(seed: number): number {
  let mixed = (seed + 0x6d2b79f5) | 0
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

/** Starts both, the second one up to some turns of the event loop later or earlier, as the seed says. */
export async function race(
  seed: number,
  actions: (() => Promise<EnvelopeRow>)[],
): Promise<string[]> {
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

/** The same service in another process: the changes of both meet in the database. */
export function otherProcess<Deps extends { runForRequest: RunForKey }>(deps: Deps): Deps {
  return { ...deps, runForRequest: createKeyedQueue() }
}

/** Runs the races in groups, so that waiting for the disk takes less time. */
export async function repeat(times: number, run: (seed: number) => Promise<void>): Promise<void> {
  for (let start = 0; start < times; start += GROUP)
    await Promise.all(Array.from({ length: GROUP }, (_, i) => run(start + i)))
}
