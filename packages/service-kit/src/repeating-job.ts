import type { Dependency } from './dependency.ts'
import type { Log } from './log.ts'
import { createLoop } from './loop.ts'

/**
 * Creates a background job that repeats. It starts when the service is prepared, waits `everyMs` between the end of one
 * run and the start of the next, and finishes the current run when stopped.
 *
 * Failures never make the service unready: they are retried in the next run. The first failed run is logged, and so is
 * the next successful one.
 */
export function createRepeatingJob(
  name: string,
  everyMs: number,
  log: Log,
  work: () => Promise<void>,
): Dependency {
  let isFailing = false
  async function run(): Promise<undefined> {
    try {
      await work()
      if (isFailing) log.info({ work: name }, 'repeating job succeeds again')
      isFailing = false
    } catch (error) {
      if (!isFailing) log.error({ work: name, err: error }, 'repeating job failed')
      isFailing = true
    }
  }
  const loop = createLoop(run, everyMs)
  return {
    name,
    prepare: async () => loop.start(),
    check: async () => undefined,
    close: () => loop.stop(),
  }
}
