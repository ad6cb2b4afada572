/** Fetches the CRLs that the certificates of a digital ID name (RFC 5280, 4.2.1.13), for long-term validation. */
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import type { DigitalId } from './digital-id.ts'
import { type CrlProblem, UnusableCrl } from './errors.ts'

export type FetchCrlsOptions = { now: Date; timeoutMs?: number }

/** A list of each certificate with an issuer in the chain; `urls` is empty if it names no CRL. */
export type CrlSource = { certificate: x509.X509Certificate; issuer: x509.X509Certificate } & {
  urls: string[]
  /** Whether an OCSP responder is named, which is not asked. */
  hasOcsp: boolean
}

const DEFAULT_TIMEOUT_MS = 5000
/** It becomes a part of each finished file. */
const MAX_CRL_BYTES = 4 * 2 ** 20

/** Returns where the CRLs of a certificate and its chain are, the last of which has no issuer in it. Only `http` and `https` are used. */
export function crlSources({
  certificate,
  chain,
}: Pick<DigitalId, 'certificate' | 'chain'>): CrlSource[] {
  const all = [certificate, ...chain].map((der) => new x509.X509Certificate(new Uint8Array(der)))
  return all.slice(0, -1).map((item, index) => ({
    certificate: item,
    issuer: all[index + 1] as x509.X509Certificate,
    urls: crlUrls(item),
    hasOcsp: (item.getExtension(x509.AuthorityInfoAccessExtension)?.ocsp.length ?? 0) > 0,
  }))
}

/**
 * Fetches and checks one CRL for each certificate that names one, from the first of its addresses that works.
 *
 * @returns DER
 * @throws UnusableCrl
 */
export async function fetchCrls(
  sources: readonly CrlSource[],
  options: FetchCrlsOptions,
): Promise<Uint8Array[]> {
  const named = sources.filter(({ urls }) => urls.length > 0)
  return await Promise.all(named.map((source) => fetchFirst(source, options)))
}

async function fetchFirst(source: CrlSource, options: FetchCrlsOptions): Promise<Uint8Array> {
  let failure: UnusableCrl | undefined
  for (const url of source.urls) {
    try {
      return await fetchOne(url, source, options)
    } catch (error) {
      if (!(error instanceof UnusableCrl)) throw error
      failure = error
      if (error.code === 'revoked') break
    }
  }
  throw failure
}

async function fetchOne(
  url: string,
  { certificate, issuer }: CrlSource,
  { now, timeoutMs = DEFAULT_TIMEOUT_MS }: FetchCrlsOptions,
): Promise<Uint8Array> {
  const fail = (code: CrlProblem, cause?: unknown) =>
    new UnusableCrl(code, url, certificate.subject, { cause })
  const bytes = await download(url, timeoutMs).catch((error: unknown) => {
    throw fail('no-response', error)
  })
  const crl = bytes && parse(bytes)
  if (!crl) throw fail('malformed')
  if (!(await isSignedBy(crl, issuer))) throw fail('signature-not-valid')
  if (!crl.nextUpdate || crl.nextUpdate.getTime() <= now.getTime()) throw fail('outdated')
  if (crl.findRevoked(certificate)) throw fail('revoked')
  return new Uint8Array(crl.rawData)
}

/** Null if it is too large. */
async function download(url: string, timeoutMs: number): Promise<Uint8Array | null> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (size > MAX_CRL_BYTES) return null
  }
  return Buffer.concat(chunks)
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

function crlUrls(certificate: x509.X509Certificate): string[] {
  const points =
    certificate.getExtension(x509.CRLDistributionPointsExtension)?.distributionPoints ?? []
  return points
    .flatMap(({ distributionPoint }) => distributionPoint?.fullName ?? [])
    .flatMap(({ uniformResourceIdentifier: url }) => (url && /^https?:/.test(url) ? [url] : []))
}
