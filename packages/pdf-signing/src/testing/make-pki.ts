/** A certification authority with a time-stamp authority, for tests. */
import { issueCrl } from '../crl.ts'
import type { IssuedId, KeyType } from '../pki.ts'
import {
  type Authority,
  type AuthorityOptions,
  createIssuer,
  createRoot,
  issueDigitalId,
  issueTimeStampId,
} from '../pki.ts'
import type { TimeStamper } from '../sign/cms.ts'
import { issueToken } from '../time-stamp-authority.ts'

const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS

export type TestPki = {
  root: Authority
  issuer: Authority
  timeStampId: IssuedId
  /** Issues tokens for the time `now()` of the options, without HTTP. */
  timeStamp: TimeStamper
  /** A one-time digital ID. */
  issue(commonName: string, email?: string, statementHash?: Uint8Array): Promise<IssuedId>
  /** CRLs of the root (for four years) and of the issuer (for seven days), issued at `at`. */
  crls(at: Date): Promise<Uint8Array[]>
}

/** Everything that a signing ceremony needs. Keys are P-256 unless `keyType` says otherwise. */
export async function makePki({
  now = () => new Date(),
  keyType = 'p256',
  crlUrl,
}: {
  now?: () => Date
  keyType?: KeyType
  /** Where the CRLs of all authorities are; by default, each names its own address, where nobody responds. */
  crlUrl?: string
} = {}): Promise<TestPki> {
  const start = now().getTime()
  const options = (commonName: string): AuthorityOptions => ({
    commonName,
    notBefore: new Date(start - HOUR_MS),
    notAfter: new Date(start + 10 * YEAR_MS),
    crlUrl: crlUrl ?? `http://ca.example.test/${commonName.replaceAll(' ', '-')}.crl`,
    keyType,
  })
  const root = await createRoot(options('Example Root'))
  const issuer = await createIssuer(root, options('Example one-time IDs'))
  const timeStampId = await issueTimeStampId(root, {
    commonName: 'Example time-stamps',
    notBefore: new Date(start - HOUR_MS),
    notAfter: new Date(start + 5 * YEAR_MS),
    keyType,
  })
  let crlNumber = 0n
  const crl = (authority: Authority, at: Date, lifetimeMs: number) =>
    issueCrl(authority, {
      number: ++crlNumber,
      thisUpdate: at,
      nextUpdate: new Date(at.getTime() + lifetimeMs),
    })
  return {
    root,
    issuer,
    timeStampId,
    timeStamp: (digest) => issueToken({ digitalId: timeStampId, now }, digest),
    issue: (commonName, email, statementHash) =>
      issueDigitalId(issuer, {
        commonName,
        now: now(),
        keyType,
        ...(email ? { email } : {}),
        ...(statementHash ? { statementHash } : {}),
      }),
    crls: async (at) => [await crl(root, at, 4 * YEAR_MS), await crl(issuer, at, 7 * 24 * HOUR_MS)],
  }
}
