/** Fetches the CRL that a certificate names (RFC 5280, 4.2.1.13), for long-term validation. */
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import { type CrlProblem, UnusableCrl } from './errors.ts'
import { download } from './revocation/download.ts'
import { type FetchOptions, fetchFirst } from './revocation/fetch-first.ts'
import type { RevocationSource } from './revocation-sources.ts'

/** It becomes a part of each finished file. */
const MAX_CRL_BYTES = 4 * 2 ** 20

/**
 * Fetches and checks the CRL of a certificate that names one, from the first of its addresses that works.
 *
 * @returns DER
 * @throws UnusableCrl
 */
export function fetchCrl(source: RevocationSource, options: FetchOptions): Promise<Uint8Array> {
  return fetchFirst(source.crlUrls, (url) => fetchFrom(url, source, options))
}

async function fetchFrom(
  url: string,
  { certificate, issuer }: RevocationSource,
  { now, timeoutMs }: FetchOptions,
): Promise<Uint8Array> {
  const fail = (code: CrlProblem, cause?: unknown) =>
    new UnusableCrl(code, url, certificate.subject, { cause })
  const limits = { timeoutMs, maxBytes: MAX_CRL_BYTES }
  const bytes = await download(url, limits).catch((error: unknown) => {
    throw fail('no-response', error)
  })
  const crl = bytes && parse(bytes)
  if (!crl) throw fail('malformed')
  if (!(await isSignedBy(crl, issuer))) throw fail('signature-not-valid')
  if (!crl.nextUpdate || crl.nextUpdate.getTime() <= now.getTime()) throw fail('outdated')
  if (crl.findRevoked(certificate)) throw fail('revoked')
  return new Uint8Array(crl.rawData)
}

function parse(bytes: Uint8Array): x509.X509Crl | null {
  try {
    return new x509.X509Crl(new Uint8Array(bytes))
  } catch {
    return null
  }
}

async function isSignedBy(crl: x509.X509Crl, issuer: x509.X509Certificate): Promise<boolean> {
  if (crl.issuer !== issuer.subject) return false
  return await crl.verify({ publicKey: issuer }).catch(() => false)
}
