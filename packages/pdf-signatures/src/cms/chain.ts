import type { Chain } from '../report.ts'
import { isSignedBy, type ParsedCertificate, toDigitalId } from './certificate.ts'
import {
  hasUnknownCriticalExtension,
  mayIssue,
  maySignDocuments,
  maySignTimeStamps,
} from './extensions.ts'
import {
  type CheckTime,
  checkRevocation,
  type Revocation,
  type RevocationData,
} from './revocation.ts'

/** What chains are built from and checked against. */
export type TrustData = RevocationData & {
  roots: ParsedCertificate[]
  certificates: ParsedCertificate[]
}

type Path = { certificates: ParsedCertificate[]; end: PathEnd }
type PathEnd = 'trusted' | 'unknown-authority' | 'incomplete' | 'invalid'

const MAX_LENGTH = 8
/** Certificates with equal names make the number of paths grow; this many signatures are verified at most. */
const MAX_VERIFICATIONS = 200
const ORDER: PathEnd[] = ['trusted', 'unknown-authority', 'incomplete', 'invalid']

/**
 * Builds the chain from a digital ID to a trusted root (RFC 5280, 6.1) and checks it at the given time. If there are several
 * chains, one that ends at a trusted root wins.
 */
export async function checkChain(
  signer: ParsedCertificate,
  purpose: 'documents' | 'time-stamps',
  data: TrustData,
  time: CheckTime,
): Promise<Chain> {
  const path = await findPath([signer], data, { left: MAX_VERIFICATIONS })
  const digitalIds = path.certificates.map(toDigitalId)
  const revocations = await checkRevocations(path.certificates, data, time)
  const revocation = revocations[0] ?? 'unknown'
  const maySign = purpose === 'documents' ? maySignDocuments : maySignTimeStamps
  return { status: statusOf(), digitalIds, revocation }

  function statusOf(): Chain['status'] {
    if (path.end === 'invalid' || !maySign(signer)) return 'invalid'
    if (path.certificates.some(hasUnknownCriticalExtension)) return 'invalid'
    if (revocations.includes('revoked')) return 'revoked'
    if (path.end !== 'trusted') return path.end
    return path.certificates.every((item) => isValidAt(item, time.at)) ? 'trusted' : 'expired'
  }
}

/** The chain of a signature that contains no digital ID. */
export const NO_CHAIN: Chain = { status: 'incomplete', digitalIds: [], revocation: 'unknown' }

/** The best of the paths that continue `path`, depth first. */
async function findPath(
  path: ParsedCertificate[],
  data: TrustData,
  verifications: { left: number },
): Promise<Path> {
  const last = path.at(-1)
  if (!last) return { certificates: path, end: 'incomplete' }
  if (isRoot(last, data)) return { certificates: path, end: 'trusted' }
  const ends = await selfSignedEnd(last)
  let best: Path | null = ends && { certificates: path, end: ends }
  for (const issuer of issuersOf(last, path, data)) {
    if (verifications.left-- <= 0) break
    const found = await extend(path, last, issuer, data, verifications)
    if (!best || ORDER.indexOf(found.end) < ORDER.indexOf(best.end)) best = found
    if (best.end === 'trusted') break
  }
  return best ?? { certificates: path, end: 'incomplete' }
}

/** How a path ends with this certificate; null if another one issued it. Another root can have the same name. */
async function selfSignedEnd(last: ParsedCertificate): Promise<PathEnd | null> {
  if (last.subject !== last.issuer) return null
  return (await isSignedBy(last, last)) === 'valid' ? 'unknown-authority' : 'invalid'
}

async function extend(
  path: ParsedCertificate[],
  last: ParsedCertificate,
  issuer: ParsedCertificate,
  data: TrustData,
  verifications: { left: number },
): Promise<Path> {
  const verdict = await isSignedBy(last, issuer)
  // An issuer whose algorithm is not supported cannot be checked, which is not evidence against the chain.
  if (verdict === 'unsupported') return { certificates: path, end: 'incomplete' }
  const below = path.slice(1).filter(({ subject, issuer }) => subject !== issuer).length
  if (verdict === 'wrong' || !mayIssue(issuer, below)) return { certificates: path, end: 'invalid' }
  return await findPath([...path, issuer], data, verifications)
}

function issuersOf(
  { issuer }: ParsedCertificate,
  path: ParsedCertificate[],
  { roots, certificates }: TrustData,
): ParsedCertificate[] {
  if (path.length >= MAX_LENGTH) return []
  const known = new Set(path.map(({ fingerprint }) => fingerprint))
  const candidates = new Map(
    [...roots, ...certificates]
      .filter(({ subject, fingerprint }) => subject === issuer && !known.has(fingerprint))
      .map((certificate) => [certificate.fingerprint, certificate]),
  )
  return [...candidates.values()]
}

function isRoot({ fingerprint }: ParsedCertificate, { roots }: TrustData): boolean {
  return roots.some((root) => root.fingerprint === fingerprint)
}

/** Of each certificate except the last one, by CRLs and OCSP responses of the one after it. */
async function checkRevocations(
  certificates: ParsedCertificate[],
  data: RevocationData,
  time: CheckTime,
): Promise<Revocation[]> {
  const checks = certificates.map((certificate, index) => {
    const issuer = certificates[index + 1]
    return issuer ? checkRevocation(certificate, issuer, data, time) : 'unknown'
  })
  return await Promise.all(checks)
}

function isValidAt({ notBefore, notAfter }: ParsedCertificate, at: Date): boolean {
  return notBefore.getTime() <= at.getTime() && at.getTime() <= notAfter.getTime()
}
