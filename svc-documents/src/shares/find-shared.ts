/** Finds certificates without a session: by a share link, or by the fingerprint of a file. */
import type { SharedCertificate } from '@inkproof/protocol/certificates'
import { AppError } from '@inkproof/service-kit/app-error'
import type { CertificateStore } from '../certificates/certificate-store.ts'
import type { CertificateRow } from '../certificates/certificates.model.ts'
import { getRelatedData, type RelatedDataDeps } from '../certificates/list.ts'
import { type RelatedData, toShared } from '../certificates/present.ts'
import type { ShareLinks } from '../share-links/feature.ts'

export type FindDeps = RelatedDataDeps & {
  certificates: Pick<CertificateStore, 'find' | 'findFindable'>
  certificateIdOf: ShareLinks['certificateIdOf']
}

const MAX_LOOKUP_RESULTS = 20

/** Finds the row of a share link's certificate. @throws AppError CERTIFICATE_NOT_FOUND */
export async function findSharedRow(
  { certificates, certificateIdOf }: Pick<FindDeps, 'certificates' | 'certificateIdOf'>,
  shareLink: string,
): Promise<CertificateRow> {
  const id = await certificateIdOf(shareLink)
  const row = id === undefined ? undefined : await certificates.find(id)
  if (!row) throw new AppError('CERTIFICATE_NOT_FOUND')
  return row
}

/** Finds the certificate of a share link. @throws AppError CERTIFICATE_NOT_FOUND */
export async function findShared(
  deps: FindDeps,
  shareLink: string,
): Promise<{ row: CertificateRow; related: RelatedData }> {
  const row = await findSharedRow(deps, shareLink)
  const [related] = await getRelatedData(deps, [row])
  return { row, related: related as RelatedData }
}

/** Returns a file's findable certificates, oldest first, up to {@link MAX_LOOKUP_RESULTS}. */
export async function findByFingerprint(
  deps: FindDeps,
  fingerprint: string,
): Promise<SharedCertificate[]> {
  const rows = await deps.certificates.findFindable(fingerprint, MAX_LOOKUP_RESULTS)
  const related = await getRelatedData(deps, rows)
  return rows.map((row, index) => toShared(row, related[index] as RelatedData))
}
