import { fromBER } from 'asn1js'
import { type BasicOCSPResponse, CertificateRevocationList, Time } from 'pkijs'
import { nameKey, type ParsedCertificate, verifySignedBy } from './certificate.ts'
import { parseOrNull, toHex } from './encoding.ts'
import { isComplete, maySignCrls } from './extensions.ts'
import { readOcspStatuses } from './ocsp.ts'

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

/** The CRLs and OCSP responses of a file. */
export type RevocationData = {
  crls: CertificateRevocationList[]
  ocspResponses: BasicOCSPResponse[]
}

/**
 * Whether the certificate was revoked at the given time, from CRLs that its issuer signed (RFC 5280, 6.3) and from OCSP responses
 * of the issuer or of a responder that it authorized (RFC 6960).
 *
 * With a proved time, a CRL or response shows that the certificate was not revoked only if it is not older than that time: at the
 * time of an older one, the signature did not exist yet, and one-time digital IDs are issued just before it. Without one,
 * it must be valid now. A revocation counts however old the CRL or response is, but not if it came after the proved time.
 */
export async function checkRevocation(
  certificate: ParsedCertificate,
  issuer: ParsedCertificate,
  { crls, ocspResponses }: RevocationData,
  time: CheckTime,
): Promise<Revocation> {
  const results = [
    await checkCrls(certificate, issuer, crls, time),
    await checkOcspResponses(certificate, issuer, ocspResponses, time),
  ]
  return ORDER.find((result) => results.includes(result)) ?? 'unknown'
}

/** The order of precedence: a CRL that does not list a certificate does not undo a revocation in an OCSP response, and vice versa. */
const ORDER: readonly Revocation[] = ['revoked', 'not-revoked']

async function checkCrls(
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
    if (isComplete(crl) && isLateEnough(timesOf(crl), time)) result = 'not-revoked'
  }
  return result
}

async function checkOcspResponses(
  certificate: ParsedCertificate,
  issuer: ParsedCertificate,
  responses: BasicOCSPResponse[],
  time: CheckTime,
): Promise<Revocation> {
  let result: Revocation = 'unknown'
  for (const response of responses) {
    for (const found of await readOcspStatuses(response, certificate, issuer)) {
      const { revokedAt, status } = found
      if (revokedAt && revokedAt.getTime() <= time.at.getTime()) return 'revoked'
      // A certificate that was revoked later was good at that time.
      if (status !== 'unknown' && isLateEnough(found, time)) result = 'not-revoked'
    }
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

type Times = { thisUpdate: Date; nextUpdate: Date | null }

function timesOf({ nextUpdate, thisUpdate }: CertificateRevocationList): Times {
  const next = nextUpdate instanceof Time ? nextUpdate.value : null
  return { thisUpdate: thisUpdate.value, nextUpdate: next }
}

function isLateEnough(
  { nextUpdate, thisUpdate }: Times,
  { at, isProved, now }: CheckTime,
): boolean {
  const issuedAt = thisUpdate.getTime()
  if (issuedAt > now.getTime()) return false
  if (isProved) return issuedAt >= at.getTime()
  return nextUpdate !== null && now.getTime() <= nextUpdate.getTime()
}
