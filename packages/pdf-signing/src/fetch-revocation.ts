/** Fetches what shows that certificates were not revoked, for long-term validation (ETSI EN 319 142-1, 5.4.2). */
import { fetchCrl } from './fetch-crls.ts'
import { fetchOcspResponse } from './fetch-ocsp.ts'
import { type FetchOptions, isUnusable } from './revocation/fetch-first.ts'
import type { RevocationSource } from './revocation-sources.ts'

/** In DER. `ocspResponses`: as RFC 6960, 4.2.1 defines OCSPResponse. */
export type RevocationData = { crls: Uint8Array[]; ocspResponses: Uint8Array[] }

export const NO_REVOCATION_DATA: RevocationData = { crls: [], ocspResponses: [] }

const DEFAULT_TIMEOUT_MS = 5000

/**
 * Fetches and checks an OCSP response for each certificate that names a responder; if it names none, or none works, a CRL.
 * For certificates that name neither, nothing is fetched.
 *
 * @throws UnusableCrl, UnusableOcsp of the last address that was asked, or of the one that says that a certificate was revoked
 */
export async function fetchRevocation(
  sources: readonly RevocationSource[],
  { now, timeoutMs = DEFAULT_TIMEOUT_MS }: Partial<FetchOptions> & Pick<FetchOptions, 'now'>,
): Promise<RevocationData> {
  return mergeRevocation(
    await Promise.all(sources.map((source) => fetchOne(source, { now, timeoutMs }))),
  )
}

/** Returns the data of all parts, in their order. */
export function mergeRevocation(parts: readonly RevocationData[]): RevocationData {
  return {
    crls: parts.flatMap(({ crls }) => crls),
    ocspResponses: parts.flatMap(({ ocspResponses }) => ocspResponses),
  }
}

async function fetchOne(source: RevocationSource, options: FetchOptions): Promise<RevocationData> {
  const hasCrl = source.crlUrls.length > 0
  if (source.ocspUrls.length > 0) {
    try {
      return { crls: [], ocspResponses: [await fetchOcspResponse(source, options)] }
    } catch (error) {
      if (!hasCrl || !isUnusable(error) || error.code === 'revoked') throw error
    }
  }
  return { crls: hasCrl ? [await fetchCrl(source, options)] : [], ocspResponses: [] }
}
