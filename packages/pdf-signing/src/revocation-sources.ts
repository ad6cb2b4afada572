/** Where the revocation of a digital ID can be checked (RFC 5280, 4.2.1.13 and 4.2.2.1). */
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import type { DigitalId } from './digital-id.ts'

/** A certificate with its issuer. Both lists are empty if it names no revocation service. */
export type RevocationSource = {
  certificate: x509.X509Certificate
  issuer: x509.X509Certificate
  crlUrls: string[]
  ocspUrls: string[]
}

/** Returns the sources of a certificate and its chain, the last of which has no issuer in it. Only `http` and `https` are used. */
export function revocationSources({
  certificate,
  chain,
}: Pick<DigitalId, 'certificate' | 'chain'>): RevocationSource[] {
  const all = [certificate, ...chain].map((der) => new x509.X509Certificate(new Uint8Array(der)))
  return all.slice(0, -1).map((item, index) => ({
    certificate: item,
    issuer: all[index + 1] as x509.X509Certificate,
    crlUrls: crlUrls(item),
    ocspUrls: ocspUrls(item),
  }))
}

function crlUrls(certificate: x509.X509Certificate): string[] {
  const points =
    certificate.getExtension(x509.CRLDistributionPointsExtension)?.distributionPoints ?? []
  return points
    .flatMap(({ distributionPoint }) => distributionPoint?.fullName ?? [])
    .flatMap(({ uniformResourceIdentifier: url }) => (url && isHttp(url) ? [url] : []))
}

function ocspUrls(certificate: x509.X509Certificate): string[] {
  const names = certificate.getExtension(x509.AuthorityInfoAccessExtension)?.ocsp ?? []
  return names.flatMap(({ type, value }) => (type === 'url' && isHttp(value) ? [value] : []))
}

function isHttp(url: string): boolean {
  return /^https?:/.test(url)
}
