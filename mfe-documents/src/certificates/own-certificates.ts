import { urlOf } from '@inkproof/protocol/call-url'
import { listCertificates } from '@inkproof/protocol/calls/certificates'
import type { Certificate } from '@inkproof/protocol/certificates'
import { queryClient, type User, useSession } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { personalKey } from '@inkproof/slice-parts/personal-key'

/** Maximum number of pages of the user's own list to search; older certificates need their proof file. */
const MAX_PAGES = 20
/** Long enough for the lookups of a thousand files to share one read of the list. */
const CACHE_MS = 30_000

/**
 * Returns the signed-in user's certificates of a file, oldest first; none if signed out or if the list cannot be
 * loaded.
 */
export async function findOwnCertificates(fingerprint: string): Promise<Certificate[]> {
  const own = await fetchOwnCertificates()
  return own.filter((certificate) => certificate.fingerprint === fingerprint).reverse()
}

/** Returns the signed-in user's newest certificates; none if signed out or if the list cannot be loaded. */
export async function fetchOwnCertificates(): Promise<Certificate[]> {
  const { user } = useSession.getState()
  if (user === null) return []
  return queryClient.fetchQuery(ownCertificatesQuery(user)).catch(() => [])
}

/** The query of the user's newest certificates, in TanStack Query's form. */
export function ownCertificatesQuery({ id, workspaceId }: Pick<User, 'id' | 'workspaceId'>) {
  return {
    queryKey: [...personalKey(urlOf(listCertificates), id, workspaceId), 'all'],
    queryFn: loadOwnCertificates,
    staleTime: CACHE_MS,
  }
}

/** Signing out aborts the query, so that its next page is not requested with another user's token. */
async function loadOwnCertificates({ signal }: { signal: AbortSignal }): Promise<Certificate[]> {
  const all: Certificate[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { certificates, next } = await call(listCertificates, { query: { cursor } }, { signal })
    all.push(...certificates)
    if (next === null) break
    cursor = next
  }
  return all
}
