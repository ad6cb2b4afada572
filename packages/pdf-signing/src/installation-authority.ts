/**
 * The certification authority of an installation as one text, which the installation keeps as a secret: base64url of JSON. It
 * lacks the root's private key, which belongs offline.
 */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { BitString, fromBER, Sequence } from 'asn1js'
import { AlgorithmIdentifier, Certificate } from 'pkijs'
import { issueCrl, type RevokedCertificate, readCrl } from './crl.ts'
import { type DigitalId, localDigitalId } from './digital-id.ts'
import { isSignedBy } from './pki/verify-signature.ts'
import { type Authority, chainOf, createIssuer, createRoot, issueTimeStampId } from './pki.ts'
import { revocationSources } from './revocation-sources.ts'

export type InstallationAuthority = {
  /** DER. */
  root: Uint8Array
  /** DER; valid as long as the issuing authority, because the root is offline. */
  rootCrl: Uint8Array
  /** Issues one-time digital IDs, which name `crlUrl`. */
  issuing: Authority
  timeStamp: DigitalId
}

/** Why a text is not a usable authority. */
export type AuthorityProblem =
  /** Not such a text, or a part of it is damaged. */
  | 'malformed'
  /** A private key does not belong to its certificate. */
  | 'wrong-key'
  /** The root did not issue a certificate. */
  | 'wrong-chain'
  /** The CRL of the root is damaged, or not signed by the root. */
  | 'damaged-crl'
  /** A certificate is not valid yet or no longer. */
  | 'expired'

export class UnusableAuthority extends Error {
  override readonly name = 'UnusableAuthority'
  readonly code: AuthorityProblem

  constructor(code: AuthorityProblem, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

const ROOT_SUFFIX = ' root'
const YEAR_MS = 365.25 * 24 * 3_600_000
const ROOT_YEARS = 20
const ISSUING_YEARS = 10
/** Clocks of readers can be slow. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

/** All bytes are base64. */
type Stored = Record<'root' | 'rootCrl', string> & Record<'issuing' | 'timeStamp', StoredId>
type StoredId = Record<'certificate' | 'privateKey', string>

/**
 * Creates an authority.
 *
 * @param name appears in all certificates
 * @param rootCrlUrl address of the root's CRL, which cannot change later
 * @returns the text, and the root's private key as PEM
 */
export async function createInstallationAuthority(
  name: string,
  rootCrlUrl: string,
  now: Date,
): Promise<{ authority: string; rootKey: string }> {
  const root = await createRoot({
    commonName: `${name}${ROOT_SUFFIX}`,
    notBefore: new Date(now.getTime() - CLOCK_TOLERANCE_MS),
    notAfter: yearsAfter(now, ROOT_YEARS),
    crlUrl: rootCrlUrl,
  })
  return {
    authority: await issueText(root, { name, number: 1n, revoked: [], now }),
    rootKey: openKey(root.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/**
 * Issues new certificates and keys below the same root, in place of those of an authority that may have expired.
 *
 * @param text the present authority
 * @param rootKey the root's private key as PEM
 * @param isStolen whether the root revokes the certificates of the present authority
 * @returns the text of the new authority
 * @throws UnusableAuthority `malformed`; `damaged-crl`; `wrong-key` if the key is not that of the root; `expired` if the root has expired
 */
export async function replaceInstallationAuthority(
  text: string,
  rootKey: string,
  { isStolen, now }: { isStolen: boolean; now: Date },
): Promise<string> {
  const { stored, root } = parse(text)
  const certificate = new X509Certificate(root)
  const key = parseRootKey(rootKey)
  if (!certificate.checkPrivateKey(key)) throw new UnusableAuthority('wrong-key')
  if (now.getTime() >= Date.parse(certificate.validTo)) throw new UnusableAuthority('expired')
  const replaced = [stored.issuing, stored.timeStamp].map((id) => parseId(id).certificate)
  const [source] = revocationSources({ certificate: replaced[0] ?? root, chain: [root] })
  const crlUrl = source?.crlUrls[0] ?? ''
  const privateKey = new Uint8Array(key.export({ type: 'pkcs8', format: 'der' }))
  const crl = readCrl(parseRootCrl(stored, root))
  const revoked = isStolen ? replaced.map((item) => revoke(item, now)) : []
  return issueText(
    { certificate: root, privateKey, crlUrl },
    {
      name: certificate.subject.replace(/^CN=/, '').slice(0, -ROOT_SUFFIX.length),
      ...{ number: crl.number + 1n, revoked: [...crl.revoked, ...revoked], now },
    },
  )
}

type Issued = {
  name: string
  /** Number of the root's CRL. From 2 on, it is also in the names of the certificates, which then differ from the replaced ones. */
  number: bigint
  revoked: RevokedCertificate[]
  now: Date
}

/** What a root issues, as one text. No certificate is valid for longer than the root. */
async function issueText(root: Authority, { name, now, ...crl }: Issued): Promise<string> {
  const ofRoot = Date.parse(new X509Certificate(root.certificate).validTo)
  const notAfter = new Date(Math.min(yearsAfter(now, ISSUING_YEARS).getTime(), ofRoot))
  const suffix = crl.number === 1n ? '' : ` ${crl.number}`
  const options = (role: string) => ({
    commonName: `${name} ${role}${suffix}`,
    notBefore: new Date(now.getTime() - CLOCK_TOLERANCE_MS),
    notAfter,
    crlUrl: root.crlUrl,
  })
  const issuing = await createIssuer(root, options('one-time digital IDs'))
  const timeStamp = await issueTimeStampId(root, options('time-stamps'))
  const rootCrl = await issueCrl(root, { ...crl, thisUpdate: now, nextUpdate: notAfter })
  const stored: Stored = {
    root: toBase64(root.certificate),
    rootCrl: toBase64(rootCrl),
    issuing: storedId(issuing),
    timeStamp: storedId(timeStamp),
  }
  return Buffer.from(JSON.stringify(stored)).toString('base64url')
}

function yearsAfter(now: Date, years: number): Date {
  return new Date(now.getTime() + years * YEAR_MS)
}

function parseRootKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch (error) {
    throw new UnusableAuthority('wrong-key', { cause: error })
  }
}

function revoke(certificate: Uint8Array, revokedAt: Date): RevokedCertificate {
  return { serialNumber: new X509Certificate(certificate).serialNumber.toLowerCase(), revokedAt }
}

/**
 * Reads and checks an authority.
 *
 * @param crlUrl address of the CRL of the issuing authority, for the digital IDs that it issues
 * @throws UnusableAuthority
 */
export function readInstallationAuthority(
  text: string,
  crlUrl: string,
  now: Date,
): InstallationAuthority {
  const { stored, root } = parse(text)
  const keyless: Authority = { certificate: root, privateKey: new Uint8Array(), crlUrl }
  const issuing = checkedId(stored.issuing, root, now)
  const { certificate, privateKey } = checkedId(stored.timeStamp, root, now)
  return {
    root,
    rootCrl: parseRootCrl(stored, root),
    issuing: { ...issuing, issuer: keyless, crlUrl },
    timeStamp: localDigitalId(certificate, chainOf(keyless), privateKey),
  }
}

function parse(text: string): { stored: Stored; root: Uint8Array } {
  try {
    const stored = JSON.parse(Buffer.from(text, 'base64url').toString()) as Stored
    const root = fromBase64(stored.root)
    const { ca } = new X509Certificate(root)
    if (ca) return { stored, root }
  } catch (error) {
    throw new UnusableAuthority('malformed', { cause: error })
  }
  throw new UnusableAuthority('malformed')
}

/**
 * Returns the CRL of the root, which every finished document contains and which a replacement continues.
 *
 * @throws UnusableAuthority `damaged-crl` if it cannot be read, or the root has not signed it
 */
function parseRootCrl({ rootCrl }: Stored, root: Uint8Array): Uint8Array {
  try {
    const der = fromBase64(rootCrl)
    readCrl(der)
    const { result } = fromBER(new Uint8Array(der))
    if (!(result instanceof Sequence)) throw new Error('not a CRL')
    const [list, algorithm, signature] = result.valueBlock.value
    if (!list || !(signature instanceof BitString)) throw new Error('not a CRL')
    const signed = {
      algorithm: new AlgorithmIdentifier({ schema: algorithm }),
      data: list.valueBeforeDecodeView,
      signature: signature.valueBlock.valueHexView,
    }
    const { subjectPublicKeyInfo } = Certificate.fromBER(new Uint8Array(root))
    if (isSignedBy(signed, subjectPublicKeyInfo)) return der
  } catch (error) {
    throw new UnusableAuthority('damaged-crl', { cause: error })
  }
  throw new UnusableAuthority('damaged-crl')
}

function checkedId(stored: StoredId, root: Uint8Array, now: Date) {
  const id = parseId(stored)
  const [certificate, issuer] = [new X509Certificate(id.certificate), new X509Certificate(root)]
  if (!certificate.checkPrivateKey(openKey(id.privateKey))) throw new UnusableAuthority('wrong-key')
  if (!certificate.checkIssued(issuer) || !certificate.verify(issuer.publicKey))
    throw new UnusableAuthority('wrong-chain')
  const [from, until] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)]
  if (now.getTime() < from || now.getTime() >= until) throw new UnusableAuthority('expired')
  return id
}

function parseId(stored: StoredId): { certificate: Uint8Array; privateKey: Uint8Array } {
  try {
    const id = {
      certificate: fromBase64(stored.certificate),
      privateKey: fromBase64(stored.privateKey),
    }
    new X509Certificate(id.certificate)
    openKey(id.privateKey)
    return id
  } catch (error) {
    throw new UnusableAuthority('malformed', { cause: error })
  }
}

function storedId({ certificate, privateKey }: StoredBytes): StoredId {
  return { certificate: toBase64(certificate), privateKey: toBase64(privateKey) }
}

type StoredBytes = { certificate: Uint8Array; privateKey: Uint8Array }

function openKey(pkcs8: Uint8Array) {
  return createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' })
}

const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const fromBase64 = (text: string) => new Uint8Array(Buffer.from(text, 'base64'))
