import { delay } from 'es-toolkit/promise'

/** A step that repeats: after a pause, or at once when rung. Never twice at the same time. */
export type Loop = {
  start(): void
  /** Cuts the present pause short. A ring during a step starts the next one right after it. */
  ring(): void
  /** Resolves when the current step has ended; no step follows. */
  stop(): Promise<void>
  isStopping(): boolean
}

/**
 * Makes a loop; it does nothing until it is started.
 *
 * @param step never rejects; resolves with its own pause in milliseconds, or undefined for `pauseMs`
 */
export function createLoop(step: () => Promise<number | undefined>, pauseMs: number): Loop {
  let running: Promise<void> | undefined
  let pause: AbortController | undefined
  let isRung = false
  let isStopping = false
  const ring = () => {
    isRung = true
    pause?.abort()
  }
  const run = async () => {
    while (!isStopping) {
      isRung = false
      const ms = (await step()) ?? pauseMs
      if (isRung || isStopping) continue
      pause = new AbortController()
      await delay(ms, { signal: pause.signal }).catch(() => undefined)
    }
  }
  return {
    start: () => {
      running ??= run()
    },
    ring,
    stop: async () => {
      isStopping = true
      ring()
      await running
    },
    isStopping: () => isStopping,
  }
}
