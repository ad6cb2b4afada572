import type { Dependency } from './dependency.ts'
import type { Log } from './log.ts'

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
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isClosed = false
  let isFailing = false
  async function round(): Promise<void> {
    try {
      await work()
      if (isFailing) log.info({ work: name }, 'repeated work succeeds again')
      isFailing = false
    } catch (error) {
      if (!isFailing) log.error({ work: name, err: error }, 'repeated work failed')
      isFailing = true
    }
  }
  const run = () => {
    running = round().then(() => {
      if (!isClosed) timer = setTimeout(run, everyMs)
    })
  }
  return {
    name,
    prepare: async () => {
      if (!running && !isClosed) run()
    },
    check: async () => undefined,
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
