/** Waits until a new process responds, and reports its output if it does not. */
import type { Supervised } from './supervise.ts'
import { waitFor } from './wait.ts'

const READY_TIMEOUT_MS = 120_000
/** After this many crashes while starting, restarting again is pointless. */
const MAX_START_CRASHES = 3

export async function waitUntilReady(
  what: string,
  isReady: () => Promise<boolean>,
  process?: Supervised,
): Promise<void> {
  const check = async () => {
    if ((process?.crashCount() ?? 0) >= MAX_START_CRASHES)
      throw new Error(`${what} exited while starting`)
    return await isReady()
  }
  try {
    await waitFor(check, { timeoutMs: READY_TIMEOUT_MS, what })
  } catch (error) {
    await process?.stop()
    const output = process?.lastOutput()
    throw new Error(`${(error as Error).message}.${output ? ` Its last output:\n${output}` : ''}`)
  }
}
