/** Checkpoints of any log, with extension lines: https://c2sp.org/tlog-checkpoint */
import { fromBase64, parseU64 } from '@inkproof/proof/bytes'
import { must } from '@inkproof/proof/proof-error'

/** The first three lines of a checkpoint; `root` is 32 bytes. */
export type Checkpoint = { origin: string; size: bigint; root: Uint8Array }

/**
 * Parses the text of a checkpoint note. Extension lines are allowed; a cosignature covers them, but states nothing
 * about them.
 *
 * @throws ProofError BAD_CHECKPOINT, BAD_NUMBER, BAD_BASE64
 */
export function parseCheckpoint(text: string): Checkpoint {
  const lines = text.split('\n').slice(0, -1)
  const [origin = '', size = '', root = ''] = lines
  const isComplete = lines.length >= 3 && lines.every((line) => line !== '')
  must(isComplete, 'BAD_CHECKPOINT', 'A checkpoint must have three lines.')
  const bytes = fromBase64(root)
  must(bytes.length === 32, 'BAD_CHECKPOINT', 'The root hash is not 32 bytes long.')
  return { origin, size: parseU64(size), root: bytes }
}
