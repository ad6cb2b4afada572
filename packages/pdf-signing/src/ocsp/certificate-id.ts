/** How OCSP names a certificate (RFC 6960, 4.1.1), and a request about it. */
import { createHash } from 'node:crypto'
import { Integer, Null, OctetString } from 'asn1js'
import { AlgorithmIdentifier, CertID, Certificate, OCSPRequest, Request, TBSRequest } from 'pkijs'
import type { RevocationSource } from '../revocation-sources.ts'

const SHA1 = '1.3.14.3.2.26'

type Pair = Pick<RevocationSource, 'certificate' | 'issuer'>

/**
 * The ID of a certificate. SHA-1 only finds the certificate, and all responders support it (RFC 5019, 2.1.1): what is found is
 * signed with another hash.
 */
export function certificateId({ certificate, issuer }: Pair): CertID {
  const parent = Certificate.fromBER(issuer.rawData)
  const key = parent.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView
  const { serialNumber } = Certificate.fromBER(certificate.rawData)
  return new CertID({
    hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA1, algorithmParams: new Null() }),
    issuerNameHash: sha1(new Uint8Array(parent.subject.valueBeforeDecode)),
    issuerKeyHash: sha1(key),
    serialNumber: new Integer({ valueHex: new Uint8Array(serialNumber.valueBlock.valueHexView) }),
  })
}

/** DER of a request about the certificate, without a nonce. */
export function ocspRequest(pair: Pair): Uint8Array {
  const tbsRequest = new TBSRequest({
    requestList: [new Request({ reqCert: certificateId(pair) })],
  })
  return new Uint8Array(new OCSPRequest({ tbsRequest }).toSchema(true).toBER())
}

function sha1(bytes: Uint8Array): OctetString {
  const hash = createHash('sha1').update(bytes).digest()
  return new OctetString({ valueHex: new Uint8Array(hash) })
}
