/**
 * C2SP tlog-checkpoint: origin, size and root of the log in a signed note.
 * https://c2sp.org/tlog-checkpoint
 */
import { fromBase64, parseU64, toBase64 } from './bytes.ts'
import type { Ed25519 } from './ed25519.ts'
import { openNote, parseNote, type SignerKey, signNote, type VerifierKey } from './note.ts'
import { must } from './proof-error.ts'

/** A state of the log. */
export type Checkpoint = {
  origin: string
  size: bigint
  /** RFC 6962 root, 32 bytes. */
  root: Uint8Array
}

/** Signs a checkpoint as a note, with one key or several. The name of each must be the origin. */
export function signCheckpoint(
  checkpoint: Checkpoint,
  ...keys: [SignerKey, ...SignerKey[]]
): string {
  const areOfLog = keys.every(({ name }) => name === checkpoint.origin)
  must(areOfLog, 'BAD_KEY', 'The key belongs to another log.')
  return signNote(formatCheckpoint(checkpoint), keys)
}

/** Formats the three lines that are signed. */
export function formatCheckpoint(checkpoint: Checkpoint): string {
  return `${checkpoint.origin}\n${checkpoint.size}\n${toBase64(checkpoint.root)}\n`
}

/**
 * Verifies a note with this key and parses its checkpoint. The origin must be the key's name.
 *
 * @throws ProofError BAD_CHECKPOINT, WRONG_ORIGIN, or any error of `openNote`
 */
export function openCheckpoint(
  note: string,
  key: VerifierKey,
  verifySignature?: Ed25519,
): Checkpoint {
  const checkpoint = parseCheckpointText(openNote(note, key, verifySignature))
  must(checkpoint.origin === key.name, 'WRONG_ORIGIN', 'The checkpoint belongs to {origin}.', {
    origin: checkpoint.origin,
  })
  return checkpoint
}

/**
 * Parses the checkpoint of a note without verifying signatures.
 *
 * @throws ProofError BAD_NOTE, BAD_CHECKPOINT
 */
export function readCheckpoint(note: string): Checkpoint {
  return parseCheckpointText(parseNote(note).text)
}

/** Parses the three lines. Extension lines are rejected: Inkproof logs never write them. */
function parseCheckpointText(text: string): Checkpoint {
  const lines = text.split('\n')
  const [origin = '', size = '', root = ''] = lines
  must(lines.length === 4 && origin !== '', 'BAD_CHECKPOINT', 'A checkpoint must have three lines.')
  const bytes = fromBase64(root)
  must(bytes.length === 32, 'BAD_CHECKPOINT', 'The root hash is not 32 bytes long.')
  return { origin, size: parseU64(size), root: bytes }
}
