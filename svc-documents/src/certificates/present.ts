/** Converts certificates to their public forms. */
import type { Certificate, OpeningJson, SharedCertificate } from '@inkproof/protocol/certificates'
import type { CertificateRow } from './certificates.model.ts'

/** Data of a certificate that is not in its row. */
export type RelatedData = { revokedBy: number | null; shareLink: string }

/** The form for members of its workspace. */
export function toCertificate(row: CertificateRow, around: RelatedData): Certificate {
  return {
    ...toShared(row, around),
    issuer: claimed(row.opening, 'issuer'),
    id: row._id,
    findable: row.findable !== undefined,
    showIssuer: row.showIssuer,
    opening: row.opening,
  }
}

/** The form for anyone with its link. */
export function toShared(row: CertificateRow, around: RelatedData): SharedCertificate {
  const { opening } = row
  return {
    index: row.index,
    leafHash: row.leafHash,
    fingerprint: opening.fingerprint,
    title: claimed(opening, 'title') ?? row.fileName,
    note: claimed(opening, 'note'),
    issuer: row.showIssuer ? claimed(opening, 'issuer') : null,
    fileName: row.fileName,
    fileSize: row.fileSize,
    certifiedAt: row.certifiedAt.toISOString(),
    ...around,
  }
}

function claimed(opening: OpeningJson, name: string): string | null {
  return opening.claims.find((claim) => claim.name === name)?.value ?? null
}
