/** Finds certificates for anyone: by a share link, or by the fingerprint of a file. */
import type { SharedCertificate } from '@inkproof/protocol/certificates'
import { AppError } from '@inkproof/service-kit/app-error'
import type { CertificateStore } from '../certificates/certificate-store.ts'
import type { CertificateRow } from '../certificates/certificates.model.ts'
import { type RelatedDataDeps, relatedDataOf } from '../certificates/list.ts'
import { type RelatedData, toShared } from '../certificates/present.ts'
import type { ShareLinks } from '../share-links/feature.ts'

export type FindDeps = RelatedDataDeps & {
  certificates: Pick<CertificateStore, 'find' | 'findable'>
  certificateIdOf: ShareLinks['certificateIdOf']
}

const LOOKUP_SHOWS = 20

/** Finds the certificate that a share link leads to. @throws AppError CERTIFICATE_NOT_FOUND */
export async function findShared(
  deps: FindDeps,
  shareLink: string,
): Promise<{ row: CertificateRow; around: RelatedData }> {
  const id = await deps.certificateIdOf(shareLink)
  const row = id === undefined ? undefined : await deps.certificates.find(id)
  if (!row) throw new AppError('CERTIFICATE_NOT_FOUND')
  const [around] = await relatedDataOf(deps, [row])
  return { row, around: around as RelatedData }
}

/** Returns the certificates of a file whose owners let it be found, oldest first. */
export async function findByFingerprint(
  deps: FindDeps,
  fingerprint: string,
): Promise<SharedCertificate[]> {
  const rows = await deps.certificates.findable(fingerprint, LOOKUP_SHOWS)
  const around = await relatedDataOf(deps, rows)
  return rows.map((row, position) => toShared(row, around[position] as RelatedData))
}
