/**
 * The receipt for a request to revoke a certificate: a note signed by the log's key, with a deadline by which an anchored
 * state of the record will contain the revoking entry. An operator who ignores the request is convicted by it.
 *
 *     inkproof/revocation-receipt/v1
 *     <origin>
 *     <index of the certificate's entry>
 *     <leaf hash of the certificate's entry, base64>
 *     <leaf hash of the revoking entry, base64>
 *     <time of the request, ISO 8601, UTC, to the second>
 *     <deadline, the same form>
 *
 * The first line, which no checkpoint can have, keeps the signatures of receipts and checkpoints apart.
 */
import { fromBase64, parseU64, toBase64 } from './bytes.ts'
import type { Ed25519 } from './ed25519.ts'
import { openNote, type SignerKey, signNote, type VerifierKey } from './note.ts'
import { must } from './proof-error.ts'

/** The content of a receipt. Times are to the second. */
export type RevocationReceipt = {
  /** Name of the log. */
  origin: string
  /** Index of the certificate's entry. */
  index: bigint
  /** Leaf hash of the certificate's entry, 32 bytes. */
  entry: Uint8Array
  /** Leaf hash of the revoking entry (kind 2), 32 bytes. */
  revocation: Uint8Array
  requestedAt: Date
  deadline: Date
}

/** Signs a receipt. The key's name must be the origin. @throws ProofError BAD_RECEIPT */
export function signRevocationReceipt(receipt: RevocationReceipt, key: SignerKey): string {
  must(key.name === receipt.origin, BAD_RECEIPT, 'The key belongs to another log.')
  const text = formatReceipt(receipt)
  parseReceipt(text)
  return signNote(text, [key])
}

/**
 * Verifies a receipt with this key and returns its content. The origin must be the key's name.
 *
 * @throws ProofError BAD_RECEIPT, or any error of `openNote`
 */
export function openRevocationReceipt(
  note: string,
  key: VerifierKey,
  verifySignature?: Ed25519,
): RevocationReceipt {
  const receipt = parseReceipt(openNote(note, key, verifySignature))
  must(receipt.origin === key.name, BAD_RECEIPT, 'The receipt belongs to another log.')
  return receipt
}

const CONTEXT = 'inkproof/revocation-receipt/v1'
const BAD_RECEIPT = 'BAD_RECEIPT'

function formatReceipt(receipt: RevocationReceipt): string {
  const { origin, index, entry, revocation, requestedAt, deadline } = receipt
  const hashes = [entry, revocation].map(toBase64)
  const times = [requestedAt, deadline].map((time) => `${time.toISOString().slice(0, 19)}Z`)
  return [CONTEXT, origin, index, ...hashes, ...times, ''].join('\n')
}

function parseReceipt(text: string): RevocationReceipt {
  const lines = text.split('\n')
  const [context, origin = '', index = '', entry = '', revocation = '', requestedAt, deadline] =
    lines
  const isReceipt = lines.length === 8 && context === CONTEXT
  must(isReceipt, BAD_RECEIPT, 'The note is not a receipt for a revocation.')
  return {
    origin,
    index: parseU64(index),
    entry: parseHash(entry),
    revocation: parseHash(revocation),
    requestedAt: parseTime(requestedAt),
    deadline: parseTime(deadline),
  }
}

function parseHash(base64: string): Uint8Array {
  const bytes = fromBase64(base64)
  must(bytes.length === 32, BAD_RECEIPT, 'A hash in the receipt is not 32 bytes long.')
  return bytes
}

function parseTime(text = ''): Date {
  const time = new Date(text)
  const isValid = !Number.isNaN(time.getTime()) && `${time.toISOString().slice(0, 19)}Z` === text
  must(isValid, BAD_RECEIPT, 'A time in the receipt is invalid.')
  return time
}
