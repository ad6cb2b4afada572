import type { Dependency } from './dependency.ts'
import type { Log } from './log.ts'
import { createLoop } from './loop.ts'

/**
 * Work beside requests that is done again and again: it begins when the service is prepared, waits
 * `everyMs` between the end of one round and the next, and ends with the round under way.
 *
 * Never makes the service unready. A round that fails is said once, as is the next that does not, and what
 * it left undone is tried again.
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
