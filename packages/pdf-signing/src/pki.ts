/**
 * The installation's certification authority (X.509, RFC 5280): an offline root, an issuing authority for one-time digital
 * IDs, and the digital ID of its time-stamp authority.
 *
 * All keys are P-256 or RSA-3072. A new P-256 key with its certificate takes 12 ms, an RSA-3072 key 0.8 s.
 */
import 'reflect-metadata'
import type { webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { type DigitalId, localDigitalId } from './digital-id.ts'
import { authorityExtensions, digitalIdExtensions, timeStampExtensions } from './pki/extensions.ts'
import { type KeyType, keyAlgorithm, newKeys, privateKeyBytes, signingKey } from './pki/keys.ts'
import { newSerialNumber } from './pki/serial-number.ts'

export type { KeyType } from './pki/keys.ts'

/** A certification authority with its key. `issuer` is undefined for a root. */
export type Authority = {
  /** DER. */
  certificate: Uint8Array
  /** PKCS#8 in DER; secret. */
  privateKey: Uint8Array
  issuer?: Authority
  /** Address of the CRL that this authority issues. */
  crlUrl: string
}

/** A digital ID with its key. */
export type IssuedId = DigitalId & {
  /** PKCS#8 in DER; secret. */
  privateKey: Uint8Array
  notAfter: Date
}

const HOUR_MS = 3_600_000
/** Clocks of readers can be slow. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

export type AuthorityOptions = {
  commonName: string
  notBefore: Date
  notAfter: Date
  crlUrl: string
  keyType?: KeyType
}

/** A self-signed root, whose key belongs offline. */
export async function createRoot(options: AuthorityOptions): Promise<Authority> {
  const algorithm = keyAlgorithm(options.keyType)
  const keys = await newKeys(algorithm)
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerialNumber(),
    name: nameOf(options.commonName),
    notBefore: options.notBefore,
    notAfter: options.notAfter,
    keys,
    signingAlgorithm: algorithm,
    extensions: await authorityExtensions(keys.publicKey),
  })
  return {
    certificate: new Uint8Array(certificate.rawData),
    privateKey: await privateKeyBytes(keys),
    crlUrl: options.crlUrl,
  }
}

/** An authority that issues digital IDs but no further authorities. */
export async function createIssuer(root: Authority, options: AuthorityOptions): Promise<Authority> {
  const keys = await newKeys(keyAlgorithm(options.keyType))
  const certificate = await issue(root, {
    commonName: options.commonName,
    publicKey: keys.publicKey,
    notBefore: options.notBefore,
    notAfter: options.notAfter,
    extensions: await authorityExtensions(keys.publicKey, root),
  })
  return {
    certificate,
    privateKey: await privateKeyBytes(keys),
    issuer: root,
    crlUrl: options.crlUrl,
  }
}

export type DigitalIdOptions = {
  /** For example `Jane Roe (e-mail checked)`. */
  commonName: string
  /** rfc822Name of the subject. */
  email?: string
  /** SHA-256 of what the signer stated. */
  statementHash?: Uint8Array
  now: Date
  hours?: number
  keyType?: KeyType
}

/** A one-time digital ID, valid for 24 hours by default. */
export async function issueDigitalId(
  issuer: Authority,
  options: DigitalIdOptions,
): Promise<IssuedId> {
  const keys = await newKeys(keyAlgorithm(options.keyType))
  return issueId(issuer, keys, {
    commonName: options.commonName,
    notBefore: new Date(options.now.getTime() - CLOCK_TOLERANCE_MS),
    notAfter: new Date(options.now.getTime() + (options.hours ?? 24) * HOUR_MS),
    extensions: await digitalIdExtensions(keys.publicKey, issuer, options),
  })
}

export type TimeStampIdOptions = {
  commonName: string
  notBefore: Date
  notAfter: Date
  keyType?: KeyType
}

/** The digital ID of a time-stamp authority (RFC 3161, 2.3: timeStamping alone, critical). */
export async function issueTimeStampId(
  issuer: Authority,
  options: TimeStampIdOptions,
): Promise<IssuedId> {
  const keys = await newKeys(keyAlgorithm(options.keyType))
  return issueId(issuer, keys, {
    commonName: options.commonName,
    notBefore: options.notBefore,
    notAfter: options.notAfter,
    extensions: await timeStampExtensions(keys.publicKey, issuer),
  })
}

/** DER of the certificates of an authority and of those above it. */
export function chainOf(authority: Authority): Uint8Array[] {
  return [authority.certificate, ...(authority.issuer ? chainOf(authority.issuer) : [])]
}

/**
 * A name with exactly this common name. As a plain string, the library would interpret `#` and quotation marks, so that a
 * signer called `A "B"` would get a certificate for B.
 */
function nameOf(commonName: string): x509.Name {
  return new x509.Name([{ CN: [{ utf8String: commonName }] }])
}

type CertificateContent = {
  commonName: string
  notBefore: Date
  notAfter: Date
  extensions: x509.Extension[]
}

async function issueId(
  issuer: Authority,
  keys: webcrypto.CryptoKeyPair,
  content: CertificateContent,
): Promise<IssuedId> {
  const certificate = await issue(issuer, { ...content, publicKey: keys.publicKey })
  const privateKey = await privateKeyBytes(keys)
  const id = localDigitalId(certificate, chainOf(issuer), privateKey)
  return { ...id, privateKey, notAfter: content.notAfter }
}

async function issue(
  issuer: Authority,
  { commonName, ...content }: CertificateContent & { publicKey: webcrypto.CryptoKey },
): Promise<Uint8Array> {
  const parent = new x509.X509Certificate(new Uint8Array(issuer.certificate))
  const { key, algorithm } = await signingKey(issuer)
  const certificate = await x509.X509CertificateGenerator.create({
    ...content,
    serialNumber: newSerialNumber(),
    subject: nameOf(commonName),
    issuer: parent.subjectName,
    signingKey: key,
    signingAlgorithm: algorithm,
  })
  return new Uint8Array(certificate.rawData)
}
