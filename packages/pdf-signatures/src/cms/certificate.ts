import { type BitString, OctetString } from 'asn1js'
import { Certificate, type RelativeDistinguishedNames } from 'pkijs'
import type { DigitalId } from '../report.ts'
import { digest, parseDer, parseOrNull, toHex } from './encoding.ts'
import { type Verdict, verifyValue } from './verify-value.ts'

/** A certificate that could be parsed. Equal names have equal encodings (stricter than RFC 5280, 7.1). */
export type ParsedCertificate = {
  x509: Certificate
  der: Uint8Array
  subject: string
  issuer: string
  /** Hexadecimal. */
  serialNumber: string
  notBefore: Date
  notAfter: Date
  /** SHA-256 of `der`, hexadecimal. */
  fingerprint: string
}

const COMMON_NAME = '2.5.4.3'
const ORGANIZATION = '2.5.4.10'
/** The statement that a one-time digital ID was issued for (packages/pdf-signing README). */
const STATEMENT_DIGEST = '1.3.6.1.4.1.99999.1.1'
const EMAIL = '1.2.840.113549.1.9.1'
const SHORT_NAMES: Record<string, string> = {
  [COMMON_NAME]: 'CN',
  [ORGANIZATION]: 'O',
  '2.5.4.11': 'OU',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.5': 'serialNumber',
  '2.5.4.4': 'SN',
  '2.5.4.42': 'GN',
  [EMAIL]: 'E',
}

/** Parses a certificate in DER; null if it is none. */
export async function parseCertificate(der: Uint8Array): Promise<ParsedCertificate | null> {
  const x509 = parseOrNull(() => {
    const schema = parseDer(der)
    return schema && new Certificate({ schema })
  })
  if (!x509) return null
  const notBefore = x509.notBefore.value
  const notAfter = x509.notAfter.value
  if (Number.isNaN(notBefore.getTime()) || Number.isNaN(notAfter.getTime())) return null
  return {
    x509,
    der,
    subject: nameKey(x509.subject),
    issuer: nameKey(x509.issuer),
    serialNumber: toHex(x509.serialNumber.valueBlock.valueHexView),
    notBefore,
    notAfter,
    fingerprint: toHex(await digest('SHA-256', new Uint8Array(der))),
  }
}

/** Parses several; those that cannot be parsed are left out, and equal ones occur once. */
export async function parseCertificates(list: Uint8Array[]): Promise<ParsedCertificate[]> {
  const parsed = await Promise.all(list.map(parseCertificate))
  const unique = new Map(parsed.flatMap((item) => (item ? [[item.fingerprint, item]] : [])))
  return [...unique.values()]
}

/** The encoding of a name, to compare it. */
export function nameKey(name: RelativeDistinguishedNames): string {
  return toHex(new Uint8Array(name.valueBeforeDecode))
}

/** Whether the certificate is signed by the key of `issuer`. */
export function isSignedBy(certificate: ParsedCertificate, issuer: ParsedCertificate) {
  return verifySignedBy(certificate.x509, issuer)
}

/** Verifies the signature of a certificate or CRL with the key of `issuer`. */
export async function verifySignedBy(
  signed: Pick<Certificate, 'signatureAlgorithm' | 'tbsView'> & { signatureValue: BitString },
  issuer: ParsedCertificate,
): Promise<Verdict> {
  const value = signed.signatureValue.valueBlock.valueHexView
  const data = new Uint8Array(signed.tbsView)
  const key = issuer.x509.subjectPublicKeyInfo
  return await verifyValue(key, signed.signatureAlgorithm, value, data)
}

/** What a reader needs to know about a digital ID. */
export function toDigitalId(certificate: ParsedCertificate): DigitalId {
  const { subject, issuer } = certificate.x509
  return {
    name: attribute(subject, COMMON_NAME) ?? fullName(subject),
    organization: attribute(subject, ORGANIZATION),
    email: alternativeEmail(certificate.x509) ?? attribute(subject, EMAIL),
    issuer: attribute(issuer, COMMON_NAME) ?? fullName(issuer),
    validFrom: certificate.notBefore.toISOString(),
    validUntil: certificate.notAfter.toISOString(),
    serialNumber: certificate.serialNumber,
    fingerprint: certificate.fingerprint,
    statement: statementDigest(certificate.x509),
  }
}

/** The extension of packages/pdf-signing: an OCTET STRING of 32 bytes. */
function statementDigest({ extensions = [] }: Certificate): string | null {
  const found = extensions.filter(({ extnID }) => extnID === STATEMENT_DIGEST)
  const [extension] = found
  if (!extension || found.length > 1) return null
  const value = parseDer(extension.extnValue.valueBlock.valueHexView)
  if (!(value instanceof OctetString)) return null
  const bytes = value.valueBlock.valueHexView
  return bytes.length === 32 ? toHex(bytes) : null
}

function attribute(name: RelativeDistinguishedNames, type: string): string | null {
  const found = name.typesAndValues.find((item) => item.type === type)
  return found ? String(found.value.valueBlock.value) : null
}

function fullName(name: RelativeDistinguishedNames): string {
  return name.typesAndValues
    .map(({ type, value }) => `${SHORT_NAMES[type] ?? type}=${String(value.valueBlock.value)}`)
    .join(', ')
}

/** The first rfc822Name of the subject alternative names (RFC 5280, 4.2.1.6). */
function alternativeEmail({ extensions = [] }: Certificate): string | null {
  const found = extensions.find(({ extnID }) => extnID === '2.5.29.17')
  const names: unknown = found?.parsedValue?.altNames
  if (!Array.isArray(names)) return null
  const email: unknown = names.find(({ type }) => type === 1)?.value
  return typeof email === 'string' ? email : null
}
