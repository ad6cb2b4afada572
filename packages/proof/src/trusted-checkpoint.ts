/** Opens the states that a record shows, whose key may have been replaced since the reader's policy was made. */
import { type Checkpoint, openCheckpoint, readCheckpoint } from './checkpoint.ts'
import { applyRotations, findUnacceptedKey, proveRotations, verifyRotations } from './log-keys.ts'
import type { ParsedProof } from './parsed-proof.ts'
import { isKeyTrusted, type TrustedRecord } from './policy.ts'
import { ProofError } from './proof-error.ts'
import { readRotations } from './rotations-file.ts'
import type { TileReader } from './tile.ts'

/**
 * Opens a checkpoint of the record that is signed by a key the user trusts. Only if there is none, the rotations that the
 * record publishes are read; their entries must be in the checkpoint's state.
 *
 * @throws ProofError LOG_KEY_NOT_ACCEPTED, NOT_SIGNED, BAD_SIGNATURE, or any error of `openCheckpoint` and
 * `verifyRotations`
 */
export async function openRecordCheckpoint(
  read: TileReader,
  note: string,
  parsed: ParsedProof,
  record: TrustedRecord,
): Promise<Checkpoint> {
  try {
    return openTrustedCheckpoint(note, parsed, record)
  } catch (problem) {
    const state = readCheckpoint(note)
    const published = await readRotations(read).catch(() => [])
    const rotations = await proveRotations(read, published, state.size, parsed.hash)
    verifyRotations(rotations, state, parsed, record)
    const rotated = applyRotations(record, rotations)
    try {
      return openTrustedCheckpoint(note, parsed, rotated)
    } catch {
      throw findUnacceptedKey(rotated, rotations) ?? problem
    }
  }
}

function openTrustedCheckpoint(
  note: string,
  { verifySignature }: ParsedProof,
  record: TrustedRecord,
): Checkpoint {
  let problem: unknown
  for (const { key } of record.keys) {
    try {
      const checkpoint = openCheckpoint(note, key, verifySignature)
      if (isKeyTrusted(record, key, checkpoint.size)) return checkpoint
    } catch (error) {
      problem ??= error
    }
  }
  throw problem ?? new ProofError('NOT_SIGNED', 'No trusted key has signed this state.')
}
