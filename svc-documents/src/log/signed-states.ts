/** Collects every signed state of this log that can be found at startup. */
import { fromUtf8, toHex } from '@inkproof/proof/bytes'
import { openCheckpoint } from '@inkproof/proof/checkpoint'
import type { VerifierKey } from '@inkproof/proof/note'
import { ProofError } from '@inkproof/proof/proof-error'
import type { Log } from '@inkproof/service-kit/log'
import type { SignedState } from './heads-store.ts'
import type { LogFiles } from './log-files.ts'
import { findSigner } from './log-keys.ts'
import { readBoth } from './unreadable-file.ts'

/** Path of the published checkpoint. */
export const CHECKPOINT_PATH = 'checkpoint'

/**
 * Returns the signed states found in the served folder, the second store and the database, largest
 * first.
 *
 * An unreadable copy, for example a truncated one or one on a failing disk, is skipped if another copy can be read. A copy
 * signed by another key is not skipped: its folder belongs to another log.
 *
 * @param keys all keys of the log
 * @throws ProofError when a copy is not signed by one of the keys; ProofError or UnreadableFile when copies exist but none
 *   can be read
 */
export async function readSignedStates(
  files: LogFiles,
  storedNote: string | null,
  keys: readonly VerifierKey[],
  log: Log,
): Promise<SignedState[]> {
  const published = await readBoth(files, CHECKPOINT_PATH)
  const notes = published.copies.filter((bytes) => bytes !== undefined).map(fromUtf8)
  if (storedNote !== null) notes.push(storedNote)
  const states: SignedState[] = []
  const unreadable: Error[] = [...published.unreadable]
  for (const note of notes) {
    try {
      states.push(parseState(note, keys))
    } catch (error) {
      if (!(error instanceof ProofError) || error.code === 'NOT_SIGNED') throw error
      unreadable.push(error)
    }
  }
  const [first] = unreadable
  if (first && states.length === 0) throw first
  if (first) log.warn({ err: first }, 'skipped an unreadable copy of the signed state')
  return states.toSorted((a, b) => b.size - a.size)
}

/** Parses the state from a note that one of the keys has signed. @throws ProofError */
function parseState(note: string, keys: readonly VerifierKey[]): SignedState {
  const { size, root } = openCheckpoint(note, findSigner(note, keys) ?? (keys[0] as VerifierKey))
  return { size: Number(size), root: toHex(root), note }
}
