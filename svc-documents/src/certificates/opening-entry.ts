/** Computes the log entry of a certificate or its revocation. */
import { ProofError } from '@inkproof/proof/proof-error'
import { verifyWallet } from '@inkproof/proof/wallet'
import type { OpeningJson } from '@inkproof/protocol/certificates'
import { commitTo, type OpeningEntry } from '../log/opening-entry.ts'

/**
 * Computes the log entry of an opening.
 *
 * @param kind the kind that the opening must have
 * @param origin name of the log, which is part of what a wallet signs
 * @throws AppError INVALID_INPUT when the opening is invalid or its wallet did not sign it
 */
export function entryFromOpening(json: OpeningJson, kind: number, origin: string): OpeningEntry {
  const { bytes, leafHash } = commitTo(json, (opening) => {
    if (opening.kind !== kind) throw new ProofError('BAD_KIND', `expected kind ${kind}`)
    verifyWallet(opening, origin)
  })
  return { bytes, leafHash }
}
