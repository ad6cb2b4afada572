import { PROOF_FILE_EXTENSION } from '@inkproof/proof/proof-file'

const PROOF_FILE_PREFIX = 'c2sp.org/tlog-proof@'
/** Real proof files have a few thousand bytes. A larger file than this is not treated as a proof file. */
const MAX_PROOF_BYTES = 1 << 20

/** Whether a file is a proof file, by its name or its first line. */
export async function isProofFile(file: File): Promise<boolean> {
  if (file.size > MAX_PROOF_BYTES) return false
  if (file.name.endsWith(PROOF_FILE_EXTENSION)) return true
  try {
    return (await file.slice(0, PROOF_FILE_PREFIX.length).text()) === PROOF_FILE_PREFIX
  } catch {
    // Unreadable files are reported when they are fingerprinted.
    return false
  }
}
