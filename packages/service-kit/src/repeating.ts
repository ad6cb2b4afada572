import type { Dependency } from './dependency.ts'
import type { Log } from './log.ts'
import { createLoop } from './loop.ts'

/**
 * A background job that repeats: it starts when the service is prepared, waits `everyMs` between the end of one
 * round and the start of the next, and finishes the current round when stopped.
 *
 * Never makes the service unready. The first failed round is logged, as is the next successful one; failed work is
 * retried in the next round.
 */
export function repeating(
  name: string,
  everyMs: number,
  log: Log,
  work: () => Promise<void>,
): Dependency {
  let isFailing = false
  async function round(): Promise<undefined> {
    try {
      await work()
      if (isFailing) log.info({ work: name }, 'repeated work succeeds again')
      isFailing = false
    } catch (error) {
      if (!isFailing) log.error({ work: name, err: error }, 'repeated work failed')
      isFailing = true
    }
  }
  const loop = createLoop(round, everyMs)
  return {
    name,
    prepare: async () => loop.start(),
    check: async () => undefined,
    close: () => loop.stop(),
  }
}
