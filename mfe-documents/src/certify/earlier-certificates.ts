import type { Certificate } from '@inkproof/protocol/certificates'
import { useSession } from '@inkproof/slice'
import { NETWORK_MODE } from '@inkproof/slice-parts/personal-query'
import { useQuery } from '@tanstack/react-query'
import { withTimeout } from 'es-toolkit/promise'
import { useMemo } from 'react'
import { fetchOwnCertificates, ownCertificatesQuery } from '../certificates/own-certificates.ts'
import { type Draft, isSendable } from '../drafts/draft.ts'
import { ownDrafts } from './certify.store.ts'

/** Certificates that the user already has of files in the list, by draft ID. */
export type EarlierCertificates = ReadonlyMap<string, Certificate>

/**
 * Finds certificates that the signed-in user already has of the files to certify. Empty for visitors, and if the
 * user's certificates cannot be loaded: that must not prevent certifying.
 */
export function useEarlierCertificates(drafts: readonly Draft[]): EarlierCertificates {
  const user = useSession((session) => session.user)
  const isNeeded = user !== null && drafts.some(isSendable)
  const query = ownCertificatesQuery(user ?? NO_USER)
  const { data } = useQuery({ ...NETWORK_MODE, ...query, enabled: isNeeded })
  return useMemo(() => findEarlier(drafts, isNeeded ? (data ?? []) : []), [drafts, data, isNeeded])
}

/** Never sent: the query is disabled while signed out. */
const NO_USER = { id: '', workspaceId: '' }

/** A slow list must not delay certifying for longer. */
const MAX_WAIT_MS = 5_000

/** Removes the drafts of files that the user has certified before, except those to certify again. */
export async function withoutCertified(ids: readonly string[]): Promise<string[]> {
  const own = await withTimeout(fetchOwnCertificates, MAX_WAIT_MS).catch(() => [])
  const earlier = findEarlier(ownDrafts(), own)
  return ids.filter((id) => !earlier.has(id))
}

function findEarlier(drafts: readonly Draft[], own: readonly Certificate[]): EarlierCertificates {
  // The list is newest first; the oldest certificate is the strongest evidence of when the file existed.
  const oldest = new Map<string, Certificate>()
  for (const certificate of own)
    if (certificate.revokedBy === null) oldest.set(certificate.fingerprint, certificate)
  const earlier = new Map<string, Certificate>()
  for (const { id, work, isRepeated } of drafts) {
    if (isRepeated || (work.step !== 'ready' && work.step !== 'refused')) continue
    const certificate = oldest.get(work.fingerprint)
    // A lost response: repeating its request returns the same certificate.
    if (certificate !== undefined && certificate.id !== id) earlier.set(id, certificate)
  }
  return earlier
}
