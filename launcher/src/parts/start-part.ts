/** Starts a part that was found and waits until it answers. */
import { type Folders, type Supervised, supervise } from '../process/supervise.ts'
import { waitFor } from '../process/wait.ts'
import type { Prepared } from './part.ts'

const ANSWER_MS = 60_000

/** Undefined where somebody else runs it: then it only has to answer. */
export async function startPart(
  name: string,
  prepared: Prepared,
  folders: Folders,
): Promise<Supervised | undefined> {
  const started = prepared.launch && supervise(prepared.launch, folders)
  try {
    await waitFor(prepared.answers, { timeoutMs: ANSWER_MS, what: `${name} (${prepared.from})` })
  } catch (error) {
    await started?.stop()
    throw new Error(`${(error as Error).message}\n${started?.lastWords() ?? ''}`)
  }
  return started
}
