import { GeneralizedTime } from 'asn1js'
import { BasicOCSPResponse, type CertID, OCSPResponse, type SingleResponse } from 'pkijs'
import {
  isSignedBy,
  type ParsedCertificate,
  parseCertificate,
  verifySignedBy,
} from './certificate.ts'
import { digest, isEqual, parseDer, parseOrNull, toHex } from './encoding.ts'
import { hasUnknownCriticalExtension, maySignOcspResponses } from './extensions.ts'

/** What an OCSP response of an authorized responder says about a certificate. */
export type OcspStatus = {
  status: 'good' | 'revoked' | 'unknown'
  /** Since when it was revoked; null if it was not. */
  revokedAt: Date | null
  thisUpdate: Date
  nextUpdate: Date | null
}

const BASIC_RESPONSE = '1.3.6.1.5.5.7.48.1.1'
/** Hashes that only identify the certificate, so SHA-1 is acceptable. */
const ID_DIGESTS: Record<string, string> = {
  '1.3.14.3.2.26': 'SHA-1',
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
}
const STATUSES = ['good', 'revoked', 'unknown'] as const
const MAX_CERTIFICATES = 4

/** Parses an OCSP response in DER (RFC 6960, 4.2.1); null if it is none, or one without an answer. */
export function parseOcspResponse(der: Uint8Array): BasicOCSPResponse | null {
  return parseOrNull(() => {
    const schema = parseDer(der)
    const bytes = schema && new OCSPResponse({ schema }).responseBytes
    if (bytes?.responseType !== BASIC_RESPONSE) return null
    const basic = parseDer(bytes.response.valueBlock.valueHexView)
    return basic && new BasicOCSPResponse({ schema: basic })
  })
}

/**
 * Returns what a response says about a certificate. Empty if it does not mention the certificate, if neither the issuer nor a
 * responder that the issuer authorized signed it, or if it has critical extensions, also about other certificates, none of which is
 * processed (RFC 6960, 4.4). A nonce that is not critical changes nothing, because only who made the request knows it.
 */
export async function readOcspStatuses(
  response: BasicOCSPResponse,
  certificate: ParsedCertificate,
  issuer: ParsedCertificate,
): Promise<OcspStatus[]> {
  const { responses } = response.tbsResponseData
  if (hasCriticalExtension(response)) return []
  const found: SingleResponse[] = []
  for (const single of responses)
    if (await isAbout(single.certID, certificate, issuer)) found.push(single)
  if (found.length === 0 || !(await isAuthorized(response, issuer))) return []
  return found.flatMap((single) => toStatus(single) ?? [])
}

function hasCriticalExtension({ tbsResponseData }: BasicOCSPResponse): boolean {
  const { responseExtensions = [], responses } = tbsResponseData
  const extensions = responses.flatMap(({ singleExtensions = [] }) => singleExtensions)
  return [...responseExtensions, ...extensions].some(({ critical }) => critical)
}

function toStatus({ certStatus, nextUpdate, thisUpdate }: SingleResponse): OcspStatus | null {
  const status = STATUSES[certStatus.idBlock.tagNumber]
  if (!status) return null
  const time: unknown = certStatus.valueBlock.value?.[0]
  const revokedAt = status === 'revoked' && time instanceof GeneralizedTime ? time.toDate() : null
  if (status === 'revoked' && !revokedAt) return null
  return { status, revokedAt, thisUpdate, nextUpdate: nextUpdate ?? null }
}

async function isAbout(
  { hashAlgorithm, issuerKeyHash, issuerNameHash, serialNumber }: CertID,
  certificate: ParsedCertificate,
  issuer: ParsedCertificate,
): Promise<boolean> {
  if (toHex(serialNumber.valueBlock.valueHexView) !== certificate.serialNumber) return false
  const algorithm = ID_DIGESTS[hashAlgorithm.algorithmId]
  if (algorithm === undefined) return false
  const { subject, subjectPublicKeyInfo } = issuer.x509
  const key = subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView
  const name = await digest(algorithm, new Uint8Array(subject.valueBeforeDecode))
  return (
    isEqual(name, issuerNameHash.valueBlock.valueHexView) &&
    isEqual(await digest(algorithm, new Uint8Array(key)), issuerKeyHash.valueBlock.valueHexView)
  )
}

/** Whether the issuer signed it, or a responder to which the issuer itself has delegated that (RFC 6960, 4.2.2.2). */
async function isAuthorized(
  response: BasicOCSPResponse,
  issuer: ParsedCertificate,
): Promise<boolean> {
  const signed = {
    signatureAlgorithm: response.signatureAlgorithm,
    signatureValue: response.signature,
    tbsView: response.tbsResponseData.tbsView,
  }
  if ((await verifySignedBy(signed, issuer)) === 'valid') return true
  for (const x509 of (response.certs ?? []).slice(0, MAX_CERTIFICATES)) {
    const responder = await parseCertificate(new Uint8Array(x509.toSchema().toBER()))
    if (responder?.issuer !== issuer.subject) continue
    if (!isDelegate(responder, response.tbsResponseData)) continue
    if ((await verifySignedBy(signed, responder)) !== 'valid') continue
    if ((await isSignedBy(responder, issuer)) === 'valid') return true
  }
  return false
}

/** No status is newer than the signature over it, which could otherwise be dated back to when the certificate was valid. */
function isDelegate(
  responder: ParsedCertificate,
  { producedAt, responses }: BasicOCSPResponse['tbsResponseData'],
): boolean {
  const { notAfter, notBefore } = responder
  const times = [producedAt, ...responses.map(({ thisUpdate }) => thisUpdate)]
  const isValid = notBefore <= producedAt && times.every((at) => at <= notAfter)
  return isValid && maySignOcspResponses(responder) && !hasUnknownCriticalExtension(responder)
}
