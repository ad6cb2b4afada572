/**
 * Builds CMS SignedData (RFC 5652) with the attributes of CAdES and PAdES baseline signatures (ETSI EN 319 122-1, 5;
 * EN 319 142-1, 6.3). No signing-time attribute: PAdES uses `/M` of the signature dictionary.
 */
import { createHash, verify, X509Certificate } from 'node:crypto'
import type { DigitalId, SignatureAlgorithm } from '../digital-id.ts'
import { SigningError } from '../errors.ts'
import { certificateParts } from './certificate-parts.ts'
import { integer, NULL, octets, oid, sequence, setOf, tagged } from './der.ts'
import { OID } from './oids.ts'

export type SignedContent = {
  /** Object identifier of the type of the signed content. */
  type: string
  /** SHA-256 of the content. */
  digest: Uint8Array
  /** The content itself, if the signature contains it. */
  embedded?: Uint8Array
}

/** Requests a time-stamp token (RFC 3161) over a SHA-256 digest. */
export type TimeStamper = (digest: Uint8Array) => Promise<Uint8Array>

const SHA256 = sequence(oid(OID.sha256))

/**
 * DER of a ContentInfo with one signature.
 *
 * @param timeStamp adds a signature time-stamp (PAdES B-T)
 * @throws SigningError `signature-not-valid` if the digital ID's function returns another signature than its certificate
 *   verifies
 */
export async function signedData(
  content: SignedContent,
  id: DigitalId,
  timeStamp?: TimeStamper,
): Promise<Buffer> {
  const attributes = setOf(...signedAttributes(content, id))
  const signature = await signChecked(id, attributes)
  const { issuer, serialNumber } = certificateParts(id.certificate)
  const signerInfo = sequence(
    integer(1),
    sequence(issuer, serialNumber),
    SHA256,
    implicitSet(attributes),
    sequence(...algorithmFields(id.algorithm)),
    octets(signature),
    ...(timeStamp ? [await unsignedAttributes(signature, timeStamp)] : []),
  )
  const encapsulated = content.embedded ? [tagged(0, octets(content.embedded))] : []
  // Version 3 if the content is not `data` (RFC 5652, 5.1).
  const version = integer(content.type === OID.data ? 1 : 3)
  return sequence(
    oid(OID.signedData),
    tagged(
      0,
      sequence(
        version,
        setOf(SHA256),
        sequence(oid(content.type), ...encapsulated),
        tagged(0, id.certificate, ...id.chain),
        setOf(signerInfo),
      ),
    ),
  )
}

/** Fields of the AlgorithmIdentifier (RFC 5758, 3.2; RFC 4055, 5): RSA has the parameter NULL, ECDSA none. */
function algorithmFields(algorithm: SignatureAlgorithm): Buffer[] {
  return algorithm === 'ecdsa-sha256' ? [oid(OID.ecdsaWithSha256)] : [oid(OID.rsaWithSha256), NULL]
}

function signedAttributes({ type, digest }: SignedContent, id: DigitalId): Buffer[] {
  const certificateHash = createHash('sha256').update(id.certificate).digest()
  return [
    attribute(OID.contentType, oid(type)),
    attribute(OID.messageDigest, octets(digest)),
    // ESSCertIDv2 with its default algorithm, SHA-256, which DER omits (RFC 5035, 3).
    attribute(OID.signingCertificateV2, sequence(sequence(sequence(octets(certificateHash))))),
    // CMSAlgorithmProtection (RFC 6211): the signature algorithm is [1], implicitly tagged.
    attribute(
      OID.algorithmProtection,
      sequence(SHA256, tagged(1, ...algorithmFields(id.algorithm))),
    ),
  ]
}

function attribute(type: string, value: Uint8Array) {
  return sequence(oid(type), setOf(value))
}

/** The signed attributes as they stand in SignerInfo: [0] instead of the tag of a set (RFC 5652, 5.4). */
function implicitSet(attributes: Buffer): Buffer {
  const bytes = Buffer.from(attributes)
  bytes[0] = 0xa0
  return bytes
}

async function unsignedAttributes(signature: Uint8Array, timeStamp: TimeStamper) {
  const token = await timeStamp(createHash('sha256').update(signature).digest())
  return tagged(1, attribute(OID.timeStampToken, token))
}

async function signChecked(id: DigitalId, bytes: Buffer): Promise<Uint8Array> {
  const signature = await id.sign(bytes)
  const key = new X509Certificate(id.certificate).publicKey
  if (!verify('sha256', bytes, { key, dsaEncoding: 'der' }, signature))
    throw new SigningError('signature-not-valid')
  return signature
}
