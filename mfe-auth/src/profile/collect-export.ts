import { listCertificates } from '@inkproof/protocol/calls/certificates'
import { exportAccount } from '@inkproof/protocol/calls/profile'
import type { Certificate, CertificateList } from '@inkproof/protocol/certificates'
import { useSession } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { withReauthentication } from '../reauthentication/with-reauthentication.ts'

/** The file to save, and the number of certificates in it. */
export type Export = { name: string; blob: Blob; certificateCount: number }

/** The numbers of certificates; `total` is null until the first page of certificates has arrived. */
export type ExportProgress = { done: number; total: number | null }

/**
 * Collects everything stored about the user, and the certificates of their current workspace, in one JSON file.
 *
 * @throws Error of the service, an AbortError if cancelled, or an Error if the user does not confirm their identity.
 */
export async function collectExport(
  onProgress: (state: ExportProgress) => void,
  signal: AbortSignal,
): Promise<Export> {
  const account = await withReauthentication(() => call(exportAccount, {}, { signal }))
  const list = await fetchAllCertificates(onProgress, signal)
  const workspaceId = useSession.getState().user?.workspaceId ?? null
  const contents = { ...account, certificates: { workspaceId, ...list } }
  return {
    name: `inkproof-export-${account.exportedAt.slice(0, 10)}.json`,
    blob: new Blob([JSON.stringify(contents, null, 2)], { type: 'application/json' }),
    certificateCount: list.shown.length,
  }
}

type Certificates = { shown: Certificate[]; altered: CertificateList['altered'] }

async function fetchAllCertificates(
  onProgress: (state: ExportProgress) => void,
  signal: AbortSignal,
): Promise<Certificates> {
  const all: Certificates = { shown: [], altered: [] }
  let next: string | null = null
  do {
    const input = next === null ? {} : { query: { cursor: next } }
    const page: CertificateList = await call(listCertificates, input, { signal })
    all.shown.push(...page.certificates)
    all.altered.push(...page.altered)
    onProgress({ done: all.shown.length + all.altered.length, total: page.total })
    next = page.next
  } while (next !== null)
  return all
}
