/** Starts a prepared part and waits until it answers. */
import { type Folders, type Supervised, supervise } from '../process/supervise.ts'
import { waitUntilReady } from '../process/wait-until-ready.ts'
import type { Prepared } from './part.ts'

/** Undefined if the part runs elsewhere: then it only has to answer. */
export async function startPart(
  name: string,
  prepared: Prepared,
  folders: Folders,
  began: (process: Supervised) => void = () => undefined,
): Promise<void> {
  const process = prepared.launch && supervise(prepared.launch, folders)
  if (process) began(process)
  await waitUntilReady(`${name} (${prepared.from})`, prepared.answers, process)
}
