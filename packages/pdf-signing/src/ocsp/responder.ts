/** Who may sign an OCSP response (RFC 6960, 4.2.2.2). */
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import { type BasicOCSPResponse, Certificate } from 'pkijs'
import { isSignedBy } from '../pki/verify-signature.ts'

const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9'
const MAX_CERTIFICATES = 4

/** The critical extensions that are processed, or that cannot make a response wrong: as in packages/pdf-signatures. */
const PROCESSED = ['2.5.29.19', '2.5.29.15', '2.5.29.37', '2.5.29.32', '2.5.29.17']

/** Whether the issuer signed it, or a responder to which the issuer itself has delegated that. */
export function isSignedByResponder(
  basic: BasicOCSPResponse,
  issuer: x509.X509Certificate,
): boolean {
  const signed = {
    algorithm: basic.signatureAlgorithm,
    data: basic.tbsResponseData.tbsView,
    signature: basic.signature.valueBlock.valueHexView,
  }
  const authority = Certificate.fromBER(issuer.rawData)
  if (isSignedBy(signed, authority.subjectPublicKeyInfo)) return true
  return (basic.certs ?? [])
    .slice(0, MAX_CERTIFICATES)
    .some(
      (responder) =>
        isSignedBy(signed, responder.subjectPublicKeyInfo) &&
        isIssuedBy(responder, authority) &&
        isDelegate(new x509.X509Certificate(responder.toSchema().toBER()), basic.tbsResponseData),
    )
}

function isIssuedBy(responder: Certificate, issuer: Certificate): boolean {
  const [name, expected] = [responder.issuer, issuer.subject].map(({ valueBeforeDecode }) =>
    Buffer.from(valueBeforeDecode),
  )
  const signed = {
    algorithm: responder.signatureAlgorithm,
    data: responder.tbsView,
    signature: responder.signatureValue.valueBlock.valueHexView,
  }
  return (
    name !== undefined &&
    expected !== undefined &&
    name.equals(expected) &&
    isSignedBy(signed, issuer.subjectPublicKeyInfo)
  )
}

/** No status is newer than the signature over it, which could otherwise be dated back to when the certificate was valid. */
function isDelegate(
  responder: x509.X509Certificate,
  { producedAt, responses }: BasicOCSPResponse['tbsResponseData'],
): boolean {
  const { extensions, notAfter, notBefore } = responder
  const purposes = responder.getExtension(x509.ExtendedKeyUsageExtension)?.usages ?? []
  const usage = responder.getExtension(x509.KeyUsagesExtension)?.usages
  const signs = x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation
  const times = [producedAt, ...responses.map(({ thisUpdate }) => thisUpdate)]
  return (
    notBefore <= producedAt &&
    times.every((at) => at <= notAfter) &&
    purposes.includes(OCSP_SIGNING) &&
    (usage === undefined || (usage & signs) !== 0) &&
    extensions.every(({ critical, type }) => !critical || PROCESSED.includes(type))
  )
}
