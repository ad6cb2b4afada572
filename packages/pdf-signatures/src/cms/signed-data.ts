import { type BaseBlock, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import {
  type Attribute,
  Certificate,
  CertificateRevocationList,
  ContentInfo,
  IssuerAndSerialNumber,
  SignedData,
  type SignerInfo,
} from 'pkijs'
import type { Integrity } from '../report.ts'
import { nameKey, type ParsedCertificate, parseCertificates } from './certificate.ts'
import {
  type Bytes,
  digest,
  INTACT,
  invalid,
  isEqual,
  parseDer,
  parseOrNull,
  toHex,
} from './encoding.ts'
import { digestName, verifyValue } from './verify-value.ts'

/** A CMS signature (RFC 5652) with its only signer. */
export type Cms = {
  signerInfo: SignerInfo
  /** Type of the signed content, and the content itself; null if it is detached. */
  contentType: string
  content: Bytes | null
  /** The signer's certificate; null if the message does not contain it. */
  signer: ParsedCertificate | null
  certificates: ParsedCertificate[]
  crls: CertificateRevocationList[]
}

export const ID_DATA = '1.2.840.113549.1.7.1'
const ID_SIGNED_DATA = '1.2.840.113549.1.7.2'
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12'
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'
const SUBJECT_KEY_IDENTIFIER = '2.5.29.14'
const MAX_CERTIFICATES = 100

/** Parses a CMS signature; null if it is none, or if it has no signer or several. */
export async function parseCms(der: Uint8Array): Promise<Cms | null> {
  const data = parseOrNull(() => parseSignedData(der))
  const signerInfo = data?.signerInfos[0]
  if (!data || !signerInfo || data.signerInfos.length !== 1) return null
  const parts = data.certificates ?? []
  if (parts.length > MAX_CERTIFICATES) return null
  const encoded = parts.flatMap((part) =>
    part instanceof Certificate ? [new Uint8Array(part.toSchema().toBER())] : [],
  )
  const certificates = await parseCertificates(encoded)
  const { eContentType, eContent } = data.encapContentInfo
  return {
    signerInfo,
    contentType: eContentType,
    content: eContent ? new Uint8Array(eContent.getValue()) : null,
    signer: certificates.find((certificate) => isSigner(signerInfo, certificate)) ?? null,
    certificates,
    crls: (data.crls ?? []).filter((crl) => crl instanceof CertificateRevocationList),
  }
}

/**
 * Verifies the signature over `content`: content type and message digest (RFC 5652, 5.4), the reference to the signer's
 * certificate (RFC 5035), which is required if `needsCertificateReference`, and the signature value.
 */
export async function verifyCms(
  cms: Cms,
  content: Bytes,
  needsCertificateReference: boolean,
): Promise<Integrity> {
  const { signerInfo, signer } = cms
  const hash = digestName(signerInfo.digestAlgorithm)
  if (!signer) return invalid('unreadable')
  // A signature without signed attributes can be passed off as one over other content.
  if (!hash || !signerInfo.signedAttrs) return invalid('unsupported')
  const stated = attributeValue(signerInfo, MESSAGE_DIGEST)
  const type = attributeValue(signerInfo, CONTENT_TYPE)
  if (!(stated instanceof OctetString) || !(type instanceof ObjectIdentifier)) {
    return invalid('unreadable')
  }
  if (type.valueBlock.toString() !== cms.contentType) return invalid('unreadable')
  if (!isEqual(await digest(hash, content), new Uint8Array(stated.getValue()))) {
    return invalid('bytes-changed')
  }
  if (!(await refersTo(signerInfo, signer, needsCertificateReference))) {
    return invalid('wrong-signature')
  }
  return await verifySignerValue(signerInfo, signer, hash)
}

/** The value of the signed attribute of this type; null unless there is exactly one. */
export function attributeValue(signerInfo: SignerInfo, type: string): BaseBlock | null {
  return onlyValue(signerInfo.signedAttrs?.attributes ?? [], type)
}

/** The value of the unsigned attribute of this type; null unless there is exactly one. */
export function unsignedAttributeValue(signerInfo: SignerInfo, type: string): BaseBlock | null {
  return onlyValue(signerInfo.unsignedAttrs?.attributes ?? [], type)
}

export function signatureValue({ signature }: SignerInfo): Bytes {
  return new Uint8Array(signature.getValue())
}

function parseSignedData(der: Uint8Array): SignedData | null {
  const schema = parseDer(der)
  if (!schema) return null
  const info = new ContentInfo({ schema })
  return info.contentType === ID_SIGNED_DATA ? new SignedData({ schema: info.content }) : null
}

function onlyValue(attributes: Attribute[], type: string): BaseBlock | null {
  const found = attributes.filter((attribute) => attribute.type === type)
  return found.length === 1 && found[0]?.values.length === 1 ? found[0].values[0] : null
}

function isSigner({ sid }: SignerInfo, certificate: ParsedCertificate): boolean {
  if (sid instanceof IssuerAndSerialNumber) {
    const serialNumber = toHex(sid.serialNumber.valueBlock.valueHexView)
    return nameKey(sid.issuer) === certificate.issuer && serialNumber === certificate.serialNumber
  }
  const identifier = certificate.x509.extensions?.find(
    ({ extnID }) => extnID === SUBJECT_KEY_IDENTIFIER,
  )?.parsedValue
  if (!(identifier instanceof OctetString) || !sid?.valueBlock?.valueHexView) return false
  return isEqual(identifier.valueBlock.valueHexView, sid.valueBlock.valueHexView)
}

async function verifySignerValue(
  signerInfo: SignerInfo,
  signer: ParsedCertificate,
  hash: string,
): Promise<Integrity> {
  const { signatureAlgorithm, signedAttrs } = signerInfo
  const signed = new Uint8Array(signedAttrs?.encodedValue ?? new ArrayBuffer(0))
  const key = signer.x509.subjectPublicKeyInfo
  const value = signatureValue(signerInfo)
  const verdict = await verifyValue(key, signatureAlgorithm, value, signed, hash)
  if (verdict === 'valid') return INTACT
  return invalid(verdict === 'wrong' ? 'wrong-signature' : 'unsupported')
}

/** Whether the signed attributes name this certificate as the signer's (RFC 5035, section 4 and 5). */
async function refersTo(
  signerInfo: SignerInfo,
  signer: ParsedCertificate,
  isRequired: boolean,
): Promise<boolean> {
  const types = (signerInfo.signedAttrs?.attributes ?? []).map(({ type }) => type)
  const present = [SIGNING_CERTIFICATE, SIGNING_CERTIFICATE_V2].filter((type) =>
    types.includes(type),
  )
  if (present.length === 0) return !isRequired
  const matches = present.map((type) => matchesReference(signerInfo, type, signer))
  return (await Promise.all(matches)).every(Boolean)
}

async function matchesReference(
  signerInfo: SignerInfo,
  type: string,
  signer: ParsedCertificate,
): Promise<boolean> {
  const first = child(child(child(attributeValue(signerInfo, type), 0), 0), 0)
  const reference = child(child(attributeValue(signerInfo, type), 0), 0)
  const hash = first instanceof OctetString ? first : child(reference, 1)
  const algorithm = referenceDigest(type, first)
  if (!(hash instanceof OctetString) || !algorithm) return false
  const actual = await digest(algorithm, new Uint8Array(signer.der))
  return isEqual(actual, new Uint8Array(hash.getValue()))
}

/** SHA-1 in the first version, SHA-256 by default in the second. */
function referenceDigest(type: string, first: BaseBlock | null): string | null {
  if (type === SIGNING_CERTIFICATE) return 'SHA-1'
  if (first instanceof OctetString) return 'SHA-256'
  const algorithmId = child(first, 0)
  if (!(algorithmId instanceof ObjectIdentifier)) return null
  const names: Record<string, string> = {
    '2.16.840.1.101.3.4.2.1': 'SHA-256',
    '2.16.840.1.101.3.4.2.2': 'SHA-384',
    '2.16.840.1.101.3.4.2.3': 'SHA-512',
  }
  return names[algorithmId.valueBlock.toString()] ?? null
}

function child(block: unknown, index: number): BaseBlock | null {
  return block instanceof Sequence ? (block.valueBlock.value[index] ?? null) : null
}
