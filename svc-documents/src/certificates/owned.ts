/** Finds a certificate for members of its workspace. */
import { AppError } from '@inkproof/service-kit/app-error'
import type { CertificateStore } from './certificate-store.ts'
import type { CertificateRow } from './certificates.model.ts'

/**
 * Returns the certificate if it belongs to the workspace.
 *
 * @throws AppError CERTIFICATE_NOT_FOUND, the same for another workspace's and one that does not exist
 */
export async function ownedBy(
  certificates: Pick<CertificateStore, 'find'>,
  workspaceId: string,
  id: string,
): Promise<CertificateRow> {
  const row = await certificates.find(id)
  if (row?.workspaceId !== workspaceId) throw new AppError('CERTIFICATE_NOT_FOUND')
  return row
}
