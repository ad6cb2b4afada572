/** Waits until a new process answers, and reports why if it does not. */
import type { Supervised } from './supervise.ts'
import { waitFor } from './wait.ts'

const ANSWER_MS = 120_000
/** A process that dies this often while it starts will not start by retrying. */
const MAX_START_DEATHS = 3

export async function waitUntilReady(
  what: string,
  answers: () => Promise<boolean>,
  process?: Supervised,
): Promise<void> {
  const check = async () => {
    if ((process?.deaths() ?? 0) >= MAX_START_DEATHS)
      throw new Error(`${what} ends while it starts`)
    return await answers()
  }
  try {
    await waitFor(check, { timeoutMs: ANSWER_MS, what })
  } catch (error) {
    await process?.stop()
    const words = process?.lastWords()
    throw new Error(`${(error as Error).message}.${words ? ` Its last words:\n${words}` : ''}`)
  }
}
