/** Asks the OCSP responder that a certificate names (RFC 6960), for long-term validation. */
import { type OcspProblem, UnusableOcsp } from './errors.ts'
import { ocspRequest } from './ocsp/certificate-id.ts'
import { checkOcspResponse } from './ocsp/check-response.ts'
import { download } from './revocation/download.ts'
import { type FetchOptions, fetchFirst } from './revocation/fetch-first.ts'
import type { RevocationSource } from './revocation-sources.ts'

/** It becomes a part of each finished file. Responses have about 2 kB. */
const MAX_RESPONSE_BYTES = 100_000
const REQUEST_TYPE = 'application/ocsp-request'

/**
 * Fetches and checks the response about a certificate that names a responder, from the first of its addresses that works.
 *
 * The request has no nonce: many responders sign their responses in advance, and the time of the response is checked.
 *
 * @returns OCSPResponse in DER
 * @throws UnusableOcsp
 */
export function fetchOcspResponse(
  source: RevocationSource,
  options: FetchOptions,
): Promise<Uint8Array> {
  return fetchFirst(source.ocspUrls, (url) => fetchFrom(url, source, options))
}

async function fetchFrom(
  url: string,
  source: RevocationSource,
  { now, timeoutMs }: FetchOptions,
): Promise<Uint8Array> {
  const fail = (code: OcspProblem, cause?: unknown) =>
    new UnusableOcsp(code, url, source.certificate.subject, { cause })
  const post = { type: REQUEST_TYPE, body: ocspRequest(source) }
  const limits = { timeoutMs, maxBytes: MAX_RESPONSE_BYTES, post }
  const bytes = await download(url, limits).catch((error: unknown) => {
    throw fail('no-response', error)
  })
  if (!bytes) throw fail('malformed')
  const problem = checkOcspResponse(bytes, source, now)
  if (problem) throw fail(problem)
  return new Uint8Array(bytes)
}
