/** Reads SIGNING_AUTHORITY, and says what to do if it cannot be used. */
import {
  type AuthorityProblem,
  type InstallationAuthority,
  readInstallationAuthority,
  UnusableAuthority,
} from '@inkproof/pdf-signing/installation-authority'
import { StartRefused } from '@inkproof/service-kit/dependency'

/** The address of the CRL of the issuing authority, which its digital IDs name. */
const ISSUING_CRL = '/api/v1/signing-authority/issuing.crl'

const RESTORE = 'restore it from a backup of keys.env'
const PROBLEMS: Readonly<Record<AuthorityProblem, string>> = {
  malformed: `SIGNING_AUTHORITY is damaged; ${RESTORE}`,
  'wrong-key': `a private key in SIGNING_AUTHORITY does not belong to its certificate; ${RESTORE}`,
  'wrong-chain': `a certificate in SIGNING_AUTHORITY was not issued by its root; ${RESTORE}`,
  'damaged-crl': `the CRL of the root in SIGNING_AUTHORITY is damaged; ${RESTORE}`,
  expired:
    'a certificate in SIGNING_AUTHORITY is not valid at the current time; check the clock, or create a new authority as ' +
    'docs/operate/signing-authority.md describes',
}

/** @throws StartRefused */
export function readAuthoritySetting(
  setting: string,
  origin: string,
  now: Date,
): InstallationAuthority {
  try {
    return readInstallationAuthority(setting, new URL(ISSUING_CRL, origin).href, now)
  } catch (error) {
    if (!(error instanceof UnusableAuthority)) throw error
    throw new StartRefused(PROBLEMS[error.code], { cause: error })
  }
}
