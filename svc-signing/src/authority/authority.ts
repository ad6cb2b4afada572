/** Issues digital IDs, CRLs and time-stamps with the certificates and keys of the installation. */
import { domainToASCII } from 'node:url'
import { issueCrl } from '@inkproof/pdf-signing/crl'
import { NO_REVOCATION_DATA, type RevocationData } from '@inkproof/pdf-signing/fetch-revocation'
import type { InstallationAuthority } from '@inkproof/pdf-signing/installation-authority'
import { type IssuedId, issueDigitalId } from '@inkproof/pdf-signing/pki'
import type { TimeStamper } from '@inkproof/pdf-signing/sign'
import { timeStamper } from '@inkproof/pdf-signing/time-stamp'
import { issueToken } from '@inkproof/pdf-signing/time-stamp-authority'
import type { Seal, SealingIdentity } from './sealing-identity.ts'
import { createTimeStampRevocation } from './time-stamp-revocation.ts'

export type Signer = {
  /** Exactly the common name of the digital ID. */
  name: string
  email: string
  /** SHA-256 of what the signer stated. */
  statementHash: Uint8Array
  now: Date
}

export type Authority = {
  /** Issues a digital ID that is valid for 24 hours. */
  issueSigner(signer: Signer): Promise<IssuedId>
  /**
   * The digital ID of a final signature, with what shows that its chain was not revoked and {@link crls} lacks: the operator's own
   * identity, or issued now and valid for 24 hours.
   *
   * @throws SealUnavailable
   */
  seal(now: Date): Promise<Seal>
  /** DER of the CRLs of the root and of the issuing authority; the latter is issued now. */
  crls(now: Date): Promise<Uint8Array[]>
  /** DER of the certificates of the root, the issuing authority, and the installation's own time-stamps. */
  certificates(): Uint8Array[]
  /** @throws NoTimeStamp if none of the configured authorities issues one */
  timeStamp: TimeStamper
  /**
   * The OCSP responses and CRLs of the configured authorities that issued these tokens.
   *
   * @throws TimeStampsNotVerifiable
   */
  timeStampRevocation(tokens: readonly Uint8Array[]): Promise<RevocationData>
}

export type AuthorityOptions = {
  installation: InstallationAuthority
  /** The name of the installation in its final signatures. */
  name: string
  /** Time-stamp authorities in the order in which they are asked; without any, the installation's own. */
  timeStampUrls: string[]
  /** The operator's own identity for final signatures; without one, the installation's authority issues them. */
  sealing?: SealingIdentity | undefined
  now: () => Date
}

/** A reader that has no newer CRL refuses the last one after this time. */
const CRL_LIFETIME_MS = 7 * 24 * 3_600_000

export function createAuthority(options: AuthorityOptions): Authority {
  const { installation, name, timeStampUrls, sealing, now } = options
  const { root, rootCrl, issuing, timeStamp } = installation
  return {
    issueSigner: ({ name: commonName, email, ...rest }) =>
      issueDigitalId(issuing, { commonName, ...rfc822Name(email), ...rest }),
    seal: async (at) =>
      sealing
        ? await sealing.seal()
        : {
            ...(await issueDigitalId(issuing, {
              commonName: `${name} (final signature)`,
              now: at,
            })),
            revocation: async () => NO_REVOCATION_DATA,
          },
    crls: async (at) => [rootCrl, await issuingCrl(installation, at)],
    certificates: () => [root, issuing.certificate, timeStamp.certificate],
    timeStamp:
      timeStampUrls.length > 0
        ? timeStamper({ urls: timeStampUrls, now })
        : (digest) => issueToken({ digitalId: timeStamp, now }, digest),
    // Those of the installation are in `crls`.
    timeStampRevocation:
      timeStampUrls.length > 0 ? createTimeStampRevocation(now) : async () => NO_REVOCATION_DATA,
  }
}

/**
 * DER of a new CRL of the issuing authority. Digital IDs are used once and expire after a day, so none is revoked. The number
 * is the time in milliseconds, so that it increases in all instances of the service.
 */
export function issuingCrl({ issuing }: InstallationAuthority, now: Date): Promise<Uint8Array> {
  return issueCrl(issuing, {
    number: BigInt(now.getTime()),
    thisUpdate: now,
    nextUpdate: new Date(now.getTime() + CRL_LIFETIME_MS),
  })
}

/** An rfc822Name is ASCII (RFC 5280, 4.2.1.6): a mailbox whose name before the `@` is not has none. */
function rfc822Name(email: string): { email?: string } {
  const at = email.lastIndexOf('@')
  const ascii = `${email.slice(0, at)}@${domainToASCII(email.slice(at + 1))}`
  return /^[\x21-\x7e]+$/.test(ascii) ? { email: ascii } : {}
}
