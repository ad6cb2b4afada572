/** Reads CMS SignedData with one signature (RFC 5652, 5), as in a time-stamp token. */
import { createHash, verify, X509Certificate } from 'node:crypto'
import {
  type AsnType,
  Constructed,
  fromBER,
  ObjectIdentifier,
  OctetString,
  Sequence,
  Set as SetOf,
} from 'asn1js'
import { certificateParts } from '../sign/certificate-parts.ts'
import { arrayBuffer } from '../sign/der.ts'
import { OID } from '../sign/oids.ts'

export type ParsedSignedData = {
  contentType: string
  /** The signed content. */
  content: Uint8Array
  signer: X509Certificate
  /** DER of all embedded certificates, in any order. */
  certificates: Uint8Array[]
  /** Values of the signed attributes by object identifier. */
  attributes: Map<string, AsnType>
  /** DER of the signed attributes, as they are signed. */
  signedBytes: Uint8Array
  signature: Uint8Array
  /** Node.js's name of the digest algorithm. */
  digestAlgorithm: string
}

const DIGESTS: Record<string, string> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}

/** Undefined if the bytes are no SignedData with signed attributes and the signer's certificate. */
export function parseSignedData(bytes: Uint8Array): ParsedSignedData | undefined {
  try {
    return parse(bytes)
  } catch {
    // The parser throws on some damaged values, and X509Certificate on all damaged certificates.
    return undefined
  }
}

/** Whether the signature and the digest of the content are right. RSASSA-PSS is not supported. */
export function isSignatureValid(data: ParsedSignedData): boolean {
  const digest = data.attributes.get(OID.messageDigest)
  const actual = createHash(data.digestAlgorithm).update(data.content).digest()
  if (!(digest instanceof OctetString) || !actual.equals(digest.valueBlock.valueHexView))
    return false
  const key = { key: data.signer.publicKey, dsaEncoding: 'der' as const }
  return verify(data.digestAlgorithm, data.signedBytes, key, data.signature)
}

function parse(bytes: Uint8Array): ParsedSignedData | undefined {
  const contentInfo = items(fromBER(arrayBuffer(bytes)).result)
  const fields = items(items(contentInfo[1])[0])
  const [, , encapsulated] = fields
  const certificates = items(fields.find((field) => isTagged(field, 0)))
  const signerInfo = items(items(fields.at(-1))[0])
  const [, signerId, digestAlgorithm, attributes, , signature] = signerInfo
  const [contentType, content] = items(encapsulated)
  const octets = items(content)[0]
  const signer = findSigner(certificates, items(signerId))
  if (!signer || !isTagged(attributes, 0)) return undefined
  if (!(octets instanceof OctetString) || !(signature instanceof OctetString)) return undefined
  const signedBytes = Buffer.from(attributes.valueBeforeDecodeView)
  signedBytes[0] = 0x31
  return {
    contentType: oidOf(contentType),
    content: new Uint8Array(octets.getValue()),
    signer,
    certificates: certificates.map((item) => new Uint8Array(item.valueBeforeDecodeView)),
    attributes: new Map(items(attributes).map(attributeEntry)),
    signedBytes,
    signature: new Uint8Array(signature.getValue()),
    digestAlgorithm: DIGESTS[oidOf(items(digestAlgorithm)[0])] ?? 'unknown',
  }
}

/** The certificate with the issuer and serial number of a SignerIdentifier. */
function findSigner(certificates: AsnType[], [issuer, serial]: AsnType[]) {
  if (!issuer || !serial) return undefined
  const found = certificates.find((certificate) => {
    const parts = certificateParts(new Uint8Array(certificate.valueBeforeDecodeView))
    return (
      Buffer.from(parts.issuer).equals(issuer.valueBeforeDecodeView) &&
      Buffer.from(parts.serialNumber).equals(serial.valueBeforeDecodeView)
    )
  })
  return found ? new X509Certificate(new Uint8Array(found.valueBeforeDecodeView)) : undefined
}

function attributeEntry(attribute: AsnType): [string, AsnType] {
  const [type, values] = items(attribute)
  const value = items(values)[0]
  if (!value) throw new Error('Attribute without a value')
  return [oidOf(type), value]
}

function isTagged(value: AsnType | undefined, tag: number): value is Constructed {
  return (
    value instanceof Constructed && value.idBlock.tagClass === 3 && value.idBlock.tagNumber === tag
  )
}

function items(value: AsnType | undefined): AsnType[] {
  return value instanceof Sequence || value instanceof SetOf || value instanceof Constructed
    ? value.valueBlock.value
    : []
}

function oidOf(value: AsnType | undefined): string {
  return value instanceof ObjectIdentifier ? value.valueBlock.toString() : ''
}
