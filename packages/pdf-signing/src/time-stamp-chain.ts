/** Finds the certificates of the authority that issued a time-stamp. */
import { X509Certificate } from 'node:crypto'
import type { DigitalId } from './digital-id.ts'
import { parseSignedData } from './time-stamp/signed-data.ts'

/** More certificates in a row have no meaning, and a token may contain any. */
const MAX_CHAIN = 8

/**
 * Returns the certificate that signed a token (RFC 3161), and those of its issuers that the token contains. Most tokens lack the
 * root.
 *
 * @returns DER; null for bytes that are not a token
 */
export function timeStampChain(token: Uint8Array): Pick<DigitalId, 'certificate' | 'chain'> | null {
  const data = parseSignedData(token)
  if (!data) return null
  const others = data.certificates.flatMap((der) => readCertificate(der) ?? [])
  const chain: X509Certificate[] = []
  let last = data.signer
  while (!last.checkIssued(last) && chain.length < MAX_CHAIN) {
    const issuer = others.find((other) => isIssuer(other, last))
    if (!issuer) break
    chain.push(issuer)
    last = issuer
  }
  return { certificate: derOf(data.signer), chain: chain.map(derOf) }
}

function isIssuer(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}

/** Attribute certificates and other formats may stand between the certificates (RFC 5652, 10.2.2). */
function readCertificate(der: Uint8Array): X509Certificate | null {
  try {
    return new X509Certificate(der)
  } catch {
    return null
  }
}

const derOf = ({ raw }: X509Certificate) => new Uint8Array(raw)
