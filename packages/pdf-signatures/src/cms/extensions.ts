import { BasicConstraints, type Certificate, type CertificateRevocationList } from 'pkijs'
import type { ParsedCertificate } from './certificate.ts'

const BASIC_CONSTRAINTS = '2.5.29.19'
const KEY_USAGE = '2.5.29.15'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const CERTIFICATE_POLICIES = '2.5.29.32'
const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17'

/** The critical extensions that the checks process; a certificate with any other is rejected (RFC 5280, 4.2). */
const PROCESSED = new Set([
  BASIC_CONSTRAINTS,
  KEY_USAGE,
  EXTENDED_KEY_USAGE,
  CERTIFICATE_POLICIES,
  SUBJECT_ALTERNATIVE_NAME,
])

/** Bits of the key usage (RFC 5280, 4.2.1.3), counted from the left. */
const BIT = { digitalSignature: 0, nonRepudiation: 1, keyCertSign: 5, cRLSign: 6 }

/** Purposes for which a signer's digital ID may be issued: documents, e-mail, code, any, and those of Adobe and Microsoft. */
const SIGNING_PURPOSES = new Set([
  '1.3.6.1.5.5.7.3.36',
  '1.3.6.1.5.5.7.3.4',
  '1.3.6.1.5.5.7.3.3',
  '2.5.29.37.0',
  '1.2.840.113583.1.1.5',
  '1.3.6.1.4.1.311.10.3.12',
])

const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'

export function hasUnknownCriticalExtension({ x509 }: ParsedCertificate): boolean {
  return (x509.extensions ?? []).some(({ extnID, critical }) => critical && !PROCESSED.has(extnID))
}

/**
 * Whether the certificate may issue others (RFC 5280, 6.1.4 k to n). `below` is the number of intermediate certificates
 * between it and the signer's.
 */
export function mayIssue({ x509 }: ParsedCertificate, below: number): boolean {
  const constraints = parsed(x509, BASIC_CONSTRAINTS)
  if (!(constraints instanceof BasicConstraints) || !constraints.cA) return false
  const limit = constraints.pathLenConstraint
  const isWithinLimit = limit === undefined || Number(limit) >= below
  return isWithinLimit && mayUse(x509, BIT.keyCertSign) && mayIssueForSigning(x509)
}

export function maySignCrls({ x509 }: ParsedCertificate): boolean {
  return mayUse(x509, BIT.cRLSign)
}

/** Whether the certificate's key may sign documents. */
export function maySignDocuments({ x509 }: ParsedCertificate): boolean {
  return hasPurpose(x509, SIGNING_PURPOSES) && maySignData(x509)
}

/** The purposes of an authority limit those of what it issues, as browsers and PDF readers apply them. */
function mayIssueForSigning(x509: Certificate): boolean {
  return hasPurpose(x509, new Set([...SIGNING_PURPOSES, TIME_STAMPING]))
}

/** Whether the certificate is for one of these purposes, or for all because it names none. */
function hasPurpose(x509: Certificate, allowed: ReadonlySet<string>): boolean {
  const purposes: unknown = parsed(x509, EXTENDED_KEY_USAGE)?.keyPurposes
  return !Array.isArray(purposes) || purposes.some((purpose) => allowed.has(purpose))
}

export function maySignTimeStamps({ x509 }: ParsedCertificate): boolean {
  return maySignData(x509)
}

/** Whether the certificate is for signing OCSP responses: its purposes must say so (RFC 6960, 4.2.2.2). */
export function maySignOcspResponses({ x509 }: ParsedCertificate): boolean {
  const purposes: unknown = parsed(x509, EXTENDED_KEY_USAGE)?.keyPurposes
  return Array.isArray(purposes) && purposes.includes(OCSP_SIGNING) && maySignData(x509)
}

/**
 * Whether a CRL covers all certificates of its issuer: it has no critical extension (RFC 5280, 5.2), so it is neither a
 * delta CRL nor limited by an issuing distribution point.
 */
export function isComplete({ crlExtensions }: CertificateRevocationList): boolean {
  return !(crlExtensions?.extensions ?? []).some(({ critical }) => critical)
}

function maySignData(x509: Certificate): boolean {
  return mayUse(x509, BIT.digitalSignature) || mayUse(x509, BIT.nonRepudiation)
}

function mayUse(x509: Certificate, bit: number): boolean {
  const usage = parsed(x509, KEY_USAGE)
  if (usage === null) return true
  const bits: unknown = usage?.valueBlock?.valueHexView
  return bits instanceof Uint8Array && ((bits[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0
}

/** The parsed value of an extension; null if the certificate does not have it. */
function parsed({ extensions = [] }: Certificate, type: string) {
  const found = extensions.find(({ extnID }) => extnID === type)
  return found ? found.parsedValue : null
}
