/** Sentences for operators about a signing service that cannot be used: what is wrong, and what to do. */
import { StartRefused } from '@inkproof/service-kit/dependency'
import type { CscFailure, CscProblem } from './csc-client.ts'
import type { IdProblems } from './remote-id.ts'
import { nameOf } from './sealing-problems.ts'
import { SealUnavailable } from './sealing-source.ts'

const SERVICE = 'the signing service at SEALING_SERVICE_URL'
const WAIT = 'documents wait until it does'

const FAILURES: Readonly<Record<CscProblem, string>> = {
  'no-response': `${SERVICE} does not respond as it should; ${WAIT}`,
  'wrong-client': `${SERVICE} refuses the client; correct SEALING_SERVICE_CLIENT and SEALING_SERVICE_SECRET_FILE`,
  'no-credential': `${SERVICE} does not show the credential; correct SEALING_SERVICE_CREDENTIAL`,
  'unusable-credential':
    'the credential in SEALING_SERVICE_CREDENTIAL cannot be used; ask the signing service for one that seals automatically',
  'wrong-pin': `${SERVICE} does not accept the PIN, which is not sent again; correct SEALING_PASSPHRASE_FILE`,
  'perhaps-wrong-pin': `${SERVICE} refuses the PIN or the signature and gives no reason; ask the service, then correct SEALING_PASSPHRASE_FILE or restart svc-signing: such a PIN is sent at most twice`,
  'not-authorized': `${SERVICE} does not authorize the signature, and is asked again after a pause of up to an hour; ask the service`,
  refused: `${SERVICE} refuses the signature; ask the service`,
}

const REFUSED: readonly CscProblem[] = ['wrong-client', 'no-credential', 'unusable-credential']

/** A wrong PIN does not stop the start: a service that is restarted again and again would lock the credential. */
export function serviceError(failure: CscFailure): StartRefused | SealUnavailable {
  const sentence = `${FAILURES[failure.code]} (${failure.detail})`
  return REFUSED.includes(failure.code)
    ? new StartRefused(sentence, { cause: failure })
    : new SealUnavailable(sentence, { cause: failure })
}

export const SERVICE_ID_PROBLEMS: IdProblems = {
  'unsupported-key': () =>
    'the key of the credential is not supported; use RSA with at least 2048 bits, or ECDSA with P-256 or P-384',
  'wrong-key': () =>
    'the signature of the service is not valid for the certificate of the credential; ask the service',
  'wrong-usage': ({ subject }) =>
    `the certificate ${nameOf(subject)} of the credential must not sign documents (key usage); use another credential`,
  'incomplete-chain': ({ subject }) =>
    `neither the service nor SEALING_CHAIN_FILE contains the certificate ${nameOf(subject)}; add it to the file`,
}
