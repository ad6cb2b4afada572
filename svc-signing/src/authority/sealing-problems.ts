/** Sentences for operators about a sealing certificate that cannot be used: what is wrong, and what to do. */
import {
  type CrlProblem,
  type OcspProblem,
  UnusableCrl,
  type UnusableId,
  type UnusableIdCode,
  UnusableOcsp,
} from '@inkproof/pdf-signing/errors'

export const SEALING_GUIDE = 'renew it as docs/operate/sealing-certificate.md describes'

const EXPORT = 'export it again together with its key'
const OTHER = 'use a certificate for signing documents or e-mails'
const FILE = 'the file of SEALING_CERTIFICATE'

export const FILE_PROBLEMS: Readonly<Record<UnusableIdCode, (error: UnusableId) => string>> = {
  malformed: () =>
    `${FILE} is damaged or no PKCS#12 container; convert it with openssl pkcs12 as docs/operate/sealing-certificate.md describes`,
  'wrong-passphrase': () =>
    `the passphrase does not open ${FILE}; correct SEALING_PASSPHRASE or SEALING_PASSPHRASE_FILE`,
  'no-key': () => `${FILE} contains no private key; ${EXPORT}`,
  'no-certificate': () => `${FILE} contains no certificate; ${EXPORT}`,
  'unsupported-key': () =>
    `the key in ${FILE} is not supported; use RSA with at least 2048 bits, or ECDSA with P-256 or P-384`,
  'wrong-key': () => `no certificate in ${FILE} belongs to its private key; ${EXPORT}`,
  'wrong-usage': ({ subject }) =>
    `the certificate ${nameOf(subject)} in SEALING_CERTIFICATE must not sign documents (key usage); ${OTHER}`,
  'incomplete-chain': ({ subject }) =>
    `${FILE} lacks the certificate ${nameOf(subject)}; add all certificates up to the root with openssl pkcs12 -certfile`,
}

const RETRY = 'documents wait until it responds'

const CRL_PROBLEMS: Readonly<Record<CrlProblem, (error: UnusableCrl) => string>> = {
  'no-response': ({ url }) => `the CRL at ${url} cannot be fetched; ${RETRY}`,
  malformed: ({ url }) =>
    `the response of ${url} is not a CRL; ask the authority of the certificate`,
  'signature-not-valid': ({ url }) =>
    `the CRL at ${url} is not signed by the issuer; ask the authority of the certificate`,
  outdated: ({ url }) => `the CRL at ${url} is outdated; documents wait for a newer one`,
  revoked: ({ subject, url }) =>
    `the certificate ${nameOf(subject)} was revoked, according to ${url}; replace it`,
}

const OCSP_PROBLEMS: Readonly<Record<OcspProblem, (error: UnusableOcsp) => string>> = {
  'no-response': ({ url }) => `the OCSP responder at ${url} does not respond; ${RETRY}`,
  malformed: ({ url }) =>
    `the response of ${url} is not an OCSP response, or has a critical extension that is not supported; ask the authority of the certificate`,
  refused: ({ url }) => `the OCSP responder at ${url} does not answer the request; ${RETRY}`,
  'signature-not-valid': ({ url }) =>
    `the OCSP response of ${url} is not signed by the issuer or a responder that it named; ask the authority of the certificate`,
  'other-certificate': ({ subject, url }) =>
    `the OCSP response of ${url} is not about the certificate ${nameOf(subject)}; ask its authority`,
  outdated: ({ url }) =>
    `the OCSP response of ${url} is of another time than now; check the clock, otherwise documents wait for a newer one`,
  unknown: ({ subject, url }) =>
    `the OCSP responder at ${url} does not know the certificate ${nameOf(subject)}; ask its authority`,
  revoked: ({ subject, url }) =>
    `the certificate ${nameOf(subject)} was revoked, according to ${url}; replace it`,
}

/** What is wrong with a CRL or an OCSP response; null for any other error. */
export function revocationProblem(error: unknown): string | null {
  if (error instanceof UnusableCrl) return CRL_PROBLEMS[error.code](error)
  return error instanceof UnusableOcsp ? OCSP_PROBLEMS[error.code](error) : null
}

/** Node.js writes each attribute of a name on a line. */
export function nameOf(subject = ''): string {
  return subject.replaceAll('\n', ', ')
}
