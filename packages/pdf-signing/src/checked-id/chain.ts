import type { X509Certificate } from 'node:crypto'
import { UnusableId } from '../errors.ts'

const MAX_LENGTH = 8

/**
 * Returns the certificates above `own`, the nearest first, up to a self-signed one (RFC 5280, 6.1).
 *
 * @throws UnusableId `incomplete-chain` with the name of the missing issuer
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
    if (!issuer || chain.length >= MAX_LENGTH) throw new UnusableId('incomplete-chain', last.issuer)
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
