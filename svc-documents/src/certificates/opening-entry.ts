/** Computes the log entry that commits to a submitted opening. */
import { entryBytes, type Opening } from '@inkproof/proof/leaf'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { openingFromJson } from '@inkproof/proof/opening'
import { ProofError } from '@inkproof/proof/proof-error'
import { verifyWallet } from '@inkproof/proof/wallet'
import type { OpeningJson } from '@inkproof/protocol/certificates'
import { AppError } from '@inkproof/service-kit/app-error'
import { leafOf } from '../log/entry-store.ts'

/**
 * The 42 bytes for the log and their leaf hash in hex. Always computed, never taken from a request.
 */
export type OpeningEntry = { bytes: Uint8Array; leafHash: string }

/**
 * Computes the log entry of an opening.
 *
 * @param kind the kind that the opening must have
 * @param origin name of the log, which is part of what a wallet signs
 * @throws AppError INVALID_INPUT when the opening is invalid or its wallet did not sign it
 */
export function entryFromOpening(json: OpeningJson, kind: number, origin: string): OpeningEntry {
  try {
    const opening: Opening = openingFromJson(json)
    if (opening.kind !== kind) throw new ProofError('BAD_KIND', `expected kind ${kind}`)
    verifyWallet(opening, origin)
    const bytes = entryBytes(opening, nodeSha256)
    return { bytes, leafHash: leafOf(bytes).leafHash.toString('hex') }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    const issues = [{ path: 'opening', message: error.message }]
    throw new AppError('INVALID_INPUT', { issues }, { cause: error })
  }
}
