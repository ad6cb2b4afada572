import { urlOf } from '@inkproof/protocol/call-url'
import { listCertificates } from '@inkproof/protocol/calls/certificates'
import type { Certificate } from '@inkproof/protocol/certificates'
import { queryClient, useSession } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { personalKey } from '@inkproof/slice-parts/personal-key'

/** Maximum number of pages of one's own list to search; an older certificate is found with its proof file. */
const PAGES_AT_MOST = 20
/** A thousand files that are not found read the list once. */
const KEPT_MS = 30_000

/**
 * The signed-in person's certificates of a file, oldest first; none if signed out, or if the list cannot be loaded.
 */
export async function ownOf(fingerprint: string): Promise<Certificate[]> {
  const { user } = useSession.getState()
  if (user === null) return []
  const own = await queryClient
    .fetchQuery({
      queryKey: [...personalKey(urlOf(listCertificates), user.id, user.workspaceId), 'all'],
      queryFn: readOwn,
      staleTime: KEPT_MS,
    })
    .catch(() => [])
  return own.filter((certificate) => certificate.fingerprint === fingerprint).reverse()
}

async function readOwn(): Promise<Certificate[]> {
  const found: Certificate[] = []
  let cursor: string | undefined
  for (let page = 0; page < PAGES_AT_MOST; page += 1) {
    const { certificates, next } = await call(listCertificates, { query: { cursor } })
    found.push(...certificates)
    if (next === null) break
    cursor = next
  }
  return found
}
