import { delay } from 'es-toolkit/promise'

/** Repeats a step after a pause, or immediately when woken. Steps never overlap. */
export type Loop = {
  start(): void
  /** Ends the current pause. If called during a step, the next step starts immediately after it. */
  wake(): void
  /** Resolves when the current step has ended; no further step starts. */
  stop(): Promise<void>
  isStopping(): boolean
}

/**
 * Creates a loop. It does nothing until it is started.
 *
 * @param step must not reject; resolves with the next pause in milliseconds, or undefined for `pauseMs`
 */
export function createLoop(step: () => Promise<number | undefined>, pauseMs: number): Loop {
  let running: Promise<void> | undefined
  let pause: AbortController | undefined
  let isWoken = false
  let isStopping = false
  const wake = () => {
    isWoken = true
    pause?.abort()
  }
  const run = async () => {
    while (!isStopping) {
      isWoken = false
      const ms = (await step()) ?? pauseMs
      if (isWoken || isStopping) continue
      pause = new AbortController()
      await delay(ms, { signal: pause.signal }).catch(() => undefined)
    }
  }
  return {
    start: () => {
      running ??= run()
    },
    wake,
    stop: async () => {
      isStopping = true
      wake()
      await running
    },
    isStopping: () => isStopping,
  }
}
