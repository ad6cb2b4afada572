import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '@inkproof/service-kit/log'

export type Sweep = { start(): void; stop(): Promise<void> }

/** Repeats a step with pauses between, never twice at once; a step that fails is tried again. */
export function everySoOften(step: () => Promise<void>, pauseMs: number, log: Log): Sweep {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await step().catch((error: unknown) => log.debug({ err: error }, 'a sweep failed'))
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  return {
    start: () => {
      running ??= run()
    },
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
