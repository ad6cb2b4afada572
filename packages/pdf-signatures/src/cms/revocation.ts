import { fromBER } from 'asn1js'
import { CertificateRevocationList, Time } from 'pkijs'
import { nameKey, type ParsedCertificate, verifySignedBy } from './certificate.ts'
import { parseOrNull, toHex } from './encoding.ts'
import { isComplete, maySignCrls } from './extensions.ts'

export type Revocation = 'not-revoked' | 'revoked' | 'unknown'

/** The time at which a certificate must not be revoked. `isProved` if a trusted time-stamp shows it. */
export type CheckTime = { at: Date; isProved: boolean; now: Date }

/** Parses a CRL in DER; null if it is none. */
export function parseCrl(der: Uint8Array): CertificateRevocationList | null {
  return parseOrNull(() => {
    const { offset, result } = fromBER(new Uint8Array(der))
    return offset < 0 ? null : new CertificateRevocationList({ schema: result })
  })
}

/**
 * Whether the certificate was revoked at the given time, from CRLs that its issuer signed (RFC 5280, 6.3).
 *
 * With a proved time, a CRL shows that the certificate was not revoked only if it is not older than that time: at the
 * time of an older one, the signature did not exist yet, and one-time digital IDs are issued just before it. Without one,
 * the CRL must be valid now. A revocation counts however old the CRL is, but not if it came after the proved time.
 */
export async function checkRevocation(
  certificate: ParsedCertificate,
  issuer: ParsedCertificate,
  crls: CertificateRevocationList[],
  time: CheckTime,
): Promise<Revocation> {
  let result: Revocation = 'unknown'
  for (const crl of crls) {
    if (nameKey(crl.issuer) !== certificate.issuer || !maySignCrls(issuer)) continue
    if ((await verifySignedBy(crl, issuer)) !== 'valid') continue
    const revokedAt = revocationDate(crl, certificate)
    if (revokedAt && revokedAt.getTime() <= time.at.getTime()) return 'revoked'
    if (isComplete(crl) && isLateEnough(crl, time)) result = 'not-revoked'
  }
  return result
}

function revocationDate(
  { revokedCertificates }: CertificateRevocationList,
  { serialNumber }: ParsedCertificate,
): Date | null {
  const entry = (revokedCertificates ?? []).find(
    ({ userCertificate }) => toHex(userCertificate.valueBlock.valueHexView) === serialNumber,
  )
  return entry ? entry.revocationDate.value : null
}

function isLateEnough(crl: CertificateRevocationList, { at, isProved, now }: CheckTime): boolean {
  const issuedAt = crl.thisUpdate.value.getTime()
  if (issuedAt > now.getTime()) return false
  if (isProved) return issuedAt >= at.getTime()
  return crl.nextUpdate instanceof Time && now.getTime() <= crl.nextUpdate.value.getTime()
}
