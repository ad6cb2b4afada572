import { urlOf } from '@inkproof/protocol/call-url'
import { listCertificates } from '@inkproof/protocol/calls/certificates'
import type { Certificate } from '@inkproof/protocol/certificates'
import { queryClient, type User, useSession } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { personalKey } from '@inkproof/slice-parts/personal-key'
import { retryAfter429 } from './retry-after-429.ts'

/** Maximum number of pages of the user's own list to search; older certificates need their proof file. */
const MAX_PAGES = 20
/** Long enough for the lookups of a thousand files to share one read of the list. */
const CACHE_MS = 30_000

type Owner = Pick<User, 'id' | 'workspaceId'>

/**
 * Returns the signed-in user's certificates of a file, oldest first; none if signed out or if they cannot be loaded.
 */
export async function findOwnCertificates(fingerprint: string): Promise<Certificate[]> {
  const { user } = useSession.getState()
  if (user === null) return []
  const own = await queryClient.fetchQuery(listQuery(user, fingerprint)).catch(() => [])
  return own.toReversed()
}

/** Returns the signed-in user's newest certificates; none if signed out or if the list cannot be loaded. */
export async function fetchOwnCertificates(): Promise<Certificate[]> {
  const { user } = useSession.getState()
  if (user === null) return []
  return queryClient.fetchQuery(ownCertificatesQuery(user)).catch(() => [])
}

/** The query of the user's newest certificates, in TanStack Query's form. */
export function ownCertificatesQuery(owner: Owner) {
  return listQuery(owner, undefined)
}

/**
 * The query of a list, limited to a file's certificates if `fingerprint` is given. Signing out aborts it, so that its
 * next page is not requested with another user's token.
 */
function listQuery({ id, workspaceId }: Owner, fingerprint: string | undefined) {
  return {
    queryKey: [
      ...personalKey(urlOf(listCertificates), id, workspaceId),
      'all',
      ...(fingerprint === undefined ? [] : [fingerprint]),
    ],
    queryFn: ({ signal }: { signal: AbortSignal }) => loadPages(fingerprint, signal),
    staleTime: CACHE_MS,
  }
}

async function loadPages(
  fingerprint: string | undefined,
  signal: AbortSignal,
): Promise<Certificate[]> {
  const all: Certificate[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { cursor, fingerprint }
    const { certificates, next } = await retryAfter429(
      () => call(listCertificates, { query }, { signal }),
      signal,
    )
    all.push(...certificates)
    if (next === null) break
    cursor = next
  }
  return all
}
