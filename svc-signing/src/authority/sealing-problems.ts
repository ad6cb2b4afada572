/** Sentences for operators about a sealing certificate that cannot be used: what is wrong, and what to do. */
import type {
  CrlProblem,
  UnusableCrl,
  UnusableId,
  UnusableIdCode,
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

export const CRL_PROBLEMS: Readonly<Record<CrlProblem, (error: UnusableCrl) => string>> = {
  'no-response': ({ url }) => `the CRL at ${url} cannot be fetched; ${RETRY}`,
  malformed: ({ url }) => `the response of ${url} is no CRL; ask the authority of the certificate`,
  'signature-not-valid': ({ url }) =>
    `the CRL at ${url} is not signed by the issuer; ask the authority of the certificate`,
  outdated: ({ url }) => `the CRL at ${url} is outdated; documents wait for a newer one`,
  revoked: ({ subject, url }) =>
    `the certificate ${nameOf(subject)} was revoked, according to ${url}; replace it`,
}

/** Node.js writes each attribute of a name on a line. */
export function nameOf(subject = ''): string {
  return subject.replaceAll('\n', ', ')
}
