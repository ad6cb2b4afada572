/** Registers what to do before the process ends. The last registered step runs first. */
export type AtEnd = (step: () => Promise<void>) => void

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs a command that continues until a signal ends the process, also while the command is still starting. If the start fails,
 * prints its error and ends the process with 1. In both cases, runs the registered steps first.
 */
export async function untilSignal(start: (atEnd: AtEnd) => Promise<void>): Promise<void> {
  const steps: (() => Promise<void>)[] = []
  let stopping: Promise<void> | null = null
  const stop = () => {
    stopping ??= runAll(steps)
    return stopping
  }
  for (const signal of SIGNALS) process.once(signal, () => stop().then(() => process.exit(0)))
  try {
    await start((step) => steps.push(step))
  } catch (error) {
    if (stopping === null) console.error((error as Error).message)
    await stop()
    process.exit(1)
  }
}

async function runAll(steps: (() => Promise<void>)[]): Promise<void> {
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) await step()
}
