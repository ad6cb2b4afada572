/** Every signed state of this log that can be found at start. */
import { fromUtf8, toHex } from '@inkproof/proof/bytes'
import { openCheckpoint } from '@inkproof/proof/checkpoint'
import type { VerifierKey } from '@inkproof/proof/note'
import type { SignedState } from './heads-store.ts'
import { type LogFiles, readIfThere } from './log-files.ts'

/** Path of the published checkpoint. */
export const CHECKPOINT_PATH = 'checkpoint'

/**
 * The states published in the served folder, in the second store and in the database, largest first.
 *
 * @throws ProofError when one is not signed by this log's key: the folder belongs to another log
 */
export async function signedStates(
  files: LogFiles,
  storedNote: string | null,
  key: VerifierKey,
): Promise<SignedState[]> {
  const published = await Promise.all([
    readIfThere(files.read, CHECKPOINT_PATH),
    readIfThere(files.readCopy, CHECKPOINT_PATH),
  ])
  const notes = published.filter((bytes) => bytes !== undefined).map(fromUtf8)
  if (storedNote !== null) notes.push(storedNote)
  return notes.map((note) => stateOf(note, key)).toSorted((a, b) => b.size - a.size)
}

/** The state that a note of this log's key says. @throws ProofError */
function stateOf(note: string, key: VerifierKey): SignedState {
  const { size, root } = openCheckpoint(note, key)
  return { size: Number(size), root: toHex(root), note }
}
