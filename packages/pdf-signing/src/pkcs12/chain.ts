import type { X509Certificate } from 'node:crypto'
import { UnusablePkcs12 } from '../errors.ts'

const MAX_LENGTH = 8

/**
 * Returns the certificates above `own`, the nearest first, up to a self-signed one (RFC 5280, 6.1).
 *
 * @throws UnusablePkcs12 `incomplete-chain` with the name of the missing issuer
 */
export function chainFrom(
  own: X509Certificate,
  certificates: readonly X509Certificate[],
): X509Certificate[] {
  const chain: X509Certificate[] = []
  let last = own
  while (!isSelfSigned(last)) {
    // A root that is also signed by another one is in some containers twice: the self-signed one ends the chain.
    const issuers = certificates.filter((item) => item.ca && isIssuedBy(last, item))
    const issuer = issuers.find(isSelfSigned) ?? issuers[0]
    if (!issuer || chain.length >= MAX_LENGTH)
      throw new UnusablePkcs12('incomplete-chain', last.issuer)
    chain.push(issuer)
    last = issuer
  }
  return chain
}

/** Also one that may not issue any other. */
function isSelfSigned(certificate: X509Certificate): boolean {
  return certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey)
}

/** Names alone do not show who issued a certificate. */
function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}
