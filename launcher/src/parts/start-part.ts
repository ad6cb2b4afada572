/** Starts a prepared part and waits until it is ready. */
import { type Folders, type Supervised, supervise } from '../process/supervise.ts'
import { waitUntilReady } from '../process/wait-until-ready.ts'
import type { Prepared } from './part.ts'

/** Does not start an external server, only waits for it. Calls `onStarted` before waiting. */
export async function startPart(
  name: string,
  prepared: Prepared,
  folders: Folders,
  onStarted: (process: Supervised) => void = () => undefined,
): Promise<void> {
  const process = prepared.launch && supervise(prepared.launch, folders)
  if (process) onStarted(process)
  await waitUntilReady(`${name} (${prepared.from})`, prepared.isReady, process)
}
