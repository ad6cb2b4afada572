/** A step that repeats: after a pause, or at once when rung. Never twice at the same time. */

export type Loop = {
  start(): void
  /** Cuts the present pause short. Rings during a step are kept for its end. */
  ring(): void
  /** Resolves when the step under way has ended; there is none afterwards. */
  stop(): Promise<void>
  isStopping(): boolean
}

/** @param step resolves with its own pause in milliseconds, or undefined for the usual one */
export function everyWhile(step: () => Promise<number | undefined>, pauseMs: number): Loop {
  let running: Promise<void> | undefined
  let wake: (() => void) | undefined
  let isRung = false
  let isStopping = false
  const ring = () => {
    isRung = true
    wake?.()
  }
  const pause = async (ms: number) => {
    if (isRung || isStopping) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    wake = undefined
  }
  const run = async () => {
    while (!isStopping) {
      isRung = false
      await pause((await step()) ?? pauseMs)
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
