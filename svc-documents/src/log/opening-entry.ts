/** Computes the log entry that commits to a submitted opening. */
import { entryBytes, type Opening } from '@inkproof/proof/leaf'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { openingFromJson } from '@inkproof/proof/opening'
import { ProofError } from '@inkproof/proof/proof-error'
import type { OpeningJson } from '@inkproof/protocol/certificates'
import { AppError } from '@inkproof/service-kit/app-error'
import { leafOf } from './entry-store.ts'

/**
 * The 42 bytes for the log and their leaf hash in hex. Always computed, never taken from a request.
 */
export type OpeningEntry = { bytes: Uint8Array; leafHash: string }

/**
 * Computes the log entry of an opening.
 *
 * @param check throws a ProofError to refuse the opening
 * @throws AppError INVALID_INPUT when the opening is invalid or refused
 */
export function commitTo(
  json: OpeningJson,
  check: (opening: Opening) => void,
): OpeningEntry & { opening: Opening } {
  try {
    const opening = openingFromJson(json)
    check(opening)
    const bytes = entryBytes(opening, nodeSha256)
    return { opening, bytes, leafHash: leafOf(bytes).leafHash.toString('hex') }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    const issues = [{ path: 'opening', message: error.message }]
    throw new AppError('INVALID_INPUT', { issues }, { cause: error })
  }
}
