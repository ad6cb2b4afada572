/** Finds a certificate on behalf of a member of its workspace. */
import { AppError } from '@inkproof/service-kit/app-error'
import type { CertificateStore } from './certificate-store.ts'
import type { CertificateRow } from './certificates.model.ts'

/**
 * Returns the certificate if it belongs to the workspace.
 *
 * @throws AppError CERTIFICATE_NOT_FOUND, even if it belongs to another workspace
 */
export async function findInWorkspace(
  certificates: Pick<CertificateStore, 'find'>,
  workspaceId: string,
  id: string,
): Promise<CertificateRow> {
  const row = await certificates.find(id)
  if (row?.workspaceId !== workspaceId) throw new AppError('CERTIFICATE_NOT_FOUND')
  return row
}
