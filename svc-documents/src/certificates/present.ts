/** Converts certificates to their public forms. */
import { KINDS } from '@inkproof/proof/leaf'
import type {
  Certificate,
  OpeningJson,
  Revocation,
  SharedCertificate,
} from '@inkproof/protocol/certificates'
import { makeVisible } from '@inkproof/texts/unsafe-characters'
import type { CertificateRow, RevocationRow } from './certificates.model.ts'

/** Data of a certificate that is not in its row; `revokedBy` is the index of the revoking entry. */
export type RelatedData = {
  revokedBy: number | null
  revocation?: Revocation
  shareLink: string
}

/** Returns when and why a certificate ended, and the certificate that replaces it. */
export function toRevocation(
  { _id, opening, certifiedAt }: RevocationRow,
  deriveShareLink: (id: string) => string,
): Revocation {
  return {
    at: certifiedAt.toISOString(),
    reason: claimValue(opening, 'reason'),
    newShareLink: opening.kind === KINDS.superseded ? deriveShareLink(_id) : null,
  }
}

/** Returns a certificate as members of its workspace see it. */
export function toCertificate(row: CertificateRow, related: RelatedData): Certificate {
  return {
    ...toShared(row, related),
    issuer: claimValue(row.opening, 'issuer'),
    id: row._id,
    findable: row.findable !== undefined,
    showIssuer: row.showIssuer,
    opening: row.opening,
  }
}

/** Returns a certificate as anyone with its share link sees it. */
export function toShared(row: CertificateRow, related: RelatedData): SharedCertificate {
  const { opening } = row
  return {
    index: row.index,
    leafHash: row.leafHash,
    fingerprint: opening.fingerprint,
    title: titleOf(row),
    note: claimValue(opening, 'note'),
    issuer: row.showIssuer ? claimValue(opening, 'issuer') : null,
    fileName: makeVisible(row.fileName),
    fileSize: row.fileSize,
    certifiedAt: row.certifiedAt.toISOString(),
    ...related,
  }
}

/** Returns the title that its owner chose, or the name of the file. */
export function titleOf({
  opening,
  fileName,
}: Pick<CertificateRow, 'opening' | 'fileName'>): string {
  return claimValue(opening, 'title') ?? makeVisible(fileName)
}

/** Characters that the rules for new certificates reject are shown as U+FFFD; the opening contains them unchanged. */
function claimValue(opening: OpeningJson, name: string): string | null {
  const value = opening.claims.find((claim) => claim.name === name)?.value
  if (value === undefined) return null
  return name === 'note' ? value.split('\n').map(makeVisible).join('\n') : makeVisible(value)
}
