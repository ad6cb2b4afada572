import type { Dependency } from './dependency.ts'

/**
 * Work beside requests that is done again and again: it begins when the service is prepared, waits
 * `everyMs` between the end of one round and the next, and ends with the round under way.
 *
 * Never makes the service unready. `work` handles its own errors: what could not be done is tried again.
 */
export function repeating(name: string, everyMs: number, work: () => Promise<void>): Dependency {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isClosed = false
  const run = () => {
    running = work().finally(() => {
      if (!isClosed) timer = setTimeout(run, everyMs)
    })
  }
  return {
    name,
    prepare: async () => {
      if (!running) run()
    },
    check: async () => undefined,
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
