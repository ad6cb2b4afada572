/** Sentences for operators about a PKCS#11 token that cannot be used: what is wrong, and what to do. */
import { StartRefused } from '@inkproof/service-kit/dependency'
import type { IdProblems } from './remote-id.ts'
import { nameOf } from './sealing-problems.ts'
import { SealUnavailable } from './sealing-source.ts'
import type { TokenFailure, TokenProblem } from './token-tool.ts'

const WAIT = 'documents wait until it responds'
const GUIDE = 'docs/operate/sealing-certificate.md'

const FAILURES: Readonly<Record<TokenProblem, string>> = {
  'no-program': `pkcs11-tool is not installed; build the image with it, as ${GUIDE} describes`,
  'no-module':
    'the module in SEALING_CERTIFICATE cannot be loaded; check module-path, and that its libraries are installed',
  'no-token': `the token in SEALING_CERTIFICATE is not there; ${WAIT}`,
  'no-key': 'the token has no private key with the id in SEALING_CERTIFICATE; correct it',
  'wrong-pin':
    'the token does not accept the PIN, which is not tried again; correct SEALING_PASSPHRASE_FILE',
  locked: 'the PIN of the token is locked; unlock it with the tools of its vendor',
  timeout: `the token does not respond; ${WAIT}`,
  failed: `the token failed; ${WAIT}`,
}

/** Of a running service, waiting cannot help with these, so it does not start. */
const REFUSED: readonly TokenProblem[] = ['no-program', 'no-module', 'no-key']

export const COUNT_LOW =
  `a wrong PIN was entered for the token since its last login, so no PIN is tried; check SEALING_PASSPHRASE_FILE, ` +
  `then log in once with pkcs11-tool, as ${GUIDE} describes`

/**
 * A wrong PIN does not stop the start: a service that is restarted again and again would lock the token.
 */
export function tokenError(failure: TokenFailure): StartRefused | SealUnavailable {
  const { code, detail } = failure
  const sentence = `${FAILURES[code]} (${detail})`
  return REFUSED.includes(code)
    ? new StartRefused(sentence, { cause: failure })
    : new SealUnavailable(sentence, { cause: failure })
}

const OTHER = 'use a certificate for signing documents or e-mails'

export const TOKEN_ID_PROBLEMS: IdProblems = {
  'no-certificate': () =>
    'neither the token nor SEALING_CHAIN_FILE contains the certificate of the key; add it to the file',
  'unsupported-key': () =>
    'the key of the token is not supported; use RSA with at least 2048 bits, or ECDSA with P-256 or P-384',
  'wrong-key': () =>
    'the certificate of the token does not belong to its private key; store both with the same id',
  'wrong-usage': ({ subject }) =>
    `the certificate ${nameOf(subject)} in SEALING_CERTIFICATE must not sign documents (key usage); ${OTHER}`,
  'incomplete-chain': ({ subject }) =>
    `SEALING_CHAIN_FILE lacks the certificate ${nameOf(subject)}; add all certificates up to the root`,
}
