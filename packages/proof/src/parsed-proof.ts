import type { Checkpoint } from './checkpoint.ts'
import type { Ed25519 } from './ed25519.ts'
import type { VerifierKey } from './note.ts'
import type { ProofFile } from './proof-file.ts'
import type { Sha256 } from './sha256.ts'

/** A parsed proof file: the input of every check. */
export type ParsedProof = {
  file: ProofFile
  checkpoint: Checkpoint
  /** The 42-byte entry computed from the opening, and its leaf hash. */
  entry: Uint8Array
  leaf: Uint8Array
  /** The key that signed the checkpoint according to the proof; trusted only after {@link checkTrust}. */
  key: VerifierKey
  hash: Sha256
  /** Verifies signatures; defaults to the portable implementation. */
  verifySignature?: Ed25519 | undefined
}
