/** Builds the proof file of a certificate. */
import { withholdClaims } from '@inkproof/proof/leaf'
import { openingFromJson } from '@inkproof/proof/opening'
import { PROOF_FILE_EXTENSION } from '@inkproof/proof/proof-file'
import { type ProveDeps, proveEntry } from '../anchors/prove-entry.ts'
import type { CertificateRow } from './certificates.model.ts'

/** Claims that identify the issuer; all of them are withheld when the issuer is hidden. */
const ISSUER_CLAIMS = ['issuer', 'domain', 'wallet']

/** Returns the name of the proof file: the document's name plus the extension of proof files. */
export function proofFileName({ fileName }: Pick<CertificateRow, 'fileName'>): string {
  return `${fileName}${PROOF_FILE_EXTENSION}`
}

/**
 * Returns the text of the proof file.
 *
 * @param revokedBy index of the entry that revoked or superseded the certificate
 * @throws AppError as {@link proveEntry}
 */
export async function prove(
  deps: ProveDeps,
  certificate: CertificateRow,
  revokedBy: number | null,
): Promise<string> {
  const { index, showIssuer } = certificate
  const all = openingFromJson(certificate.opening)
  const opening = showIssuer ? all : withholdClaims(all, ISSUER_CLAIMS)
  return (await proveEntry(deps, { opening, index, revokedBy })).text
}
