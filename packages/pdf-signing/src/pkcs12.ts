/**
 * Reads a digital ID from a PKCS#12 container (RFC 7292), as certification authorities issue it: encrypted with AES (PBES2) or,
 * in older ones, with 3DES and RC2.
 */
import { X509Certificate } from 'node:crypto'
import type { P12Signer } from '@libpdf/core'
import type { DigitalId } from './digital-id.ts'
import { type UnusableContainerCode, UnusablePkcs12 } from './errors.ts'
import { chainFrom } from './pkcs12/chain.ts'
import { findOwn } from './pkcs12/find-own.ts'
import { maySignDocuments } from './pkcs12/purposes.ts'

/** A digital ID, and when all certificates of its chain are valid. The chain ends with a self-signed certificate. */
export type ContainedId = DigitalId & { notBefore: Date; notAfter: Date }

const MIN_RSA_BITS = 2048
const CURVES = ['prime256v1', 'secp384r1']

/**
 * Reads and checks the digital ID of a container: key, certificate and chain belong together, and the certificate may sign
 * documents. Whether it is valid at the current time is the caller's question.
 *
 * Keys: P-256, P-384, and RSA from 2048 bits. The key is not exported from the library.
 *
 * @throws UnusablePkcs12
 */
export async function readPkcs12(bytes: Uint8Array, passphrase: string): Promise<ContainedId> {
  const signer = await open(bytes, passphrase)
  const certificates = [signer.certificate, ...signer.certificateChain].map(
    (der) => new X509Certificate(der),
  )
  const sign = (data: Uint8Array) => signer.sign(data, 'SHA-256')
  const own = await findOwn(sign, certificates)
  if (!isSupported(own)) throw new UnusablePkcs12('unsupported-key')
  if (!maySignDocuments(own)) throw new UnusablePkcs12('wrong-usage', own.subject)
  const issuers = chainFrom(own, certificates)
  const all = [own, ...issuers]
  return {
    certificate: new Uint8Array(own.raw),
    chain: issuers.map(({ raw }) => new Uint8Array(raw)),
    algorithm: own.publicKey.asymmetricKeyType === 'ec' ? 'ecdsa-sha256' : 'rsa-sha256',
    sign,
    notBefore: new Date(Math.max(...all.map(({ validFrom }) => Date.parse(validFrom)))),
    notAfter: new Date(Math.min(...all.map(({ validTo }) => Date.parse(validTo)))),
  }
}

/** The library is large, and needed only by installations with a container. */
async function open(bytes: Uint8Array, passphrase: string): Promise<P12Signer> {
  const { P12Signer } = await import('@libpdf/core')
  try {
    return await P12Signer.create(bytes, passphrase)
  } catch (error) {
    throw new UnusablePkcs12(codeOf(error), undefined, { cause: error })
  }
}

/** The library has one class for all errors, with sentences. It calls a missing MAC an invalid password. */
function codeOf(error: unknown): UnusableContainerCode {
  const message = error instanceof Error ? error.message : ''
  if (/Integrity .* is broken/.test(message)) return 'wrong-passphrase'
  if (/No private key/.test(message)) return 'no-key'
  if (/No certificates/.test(message)) return 'no-certificate'
  if (/Unsupported key/.test(message)) return 'unsupported-key'
  return 'malformed'
}

function isSupported({ publicKey }: X509Certificate): boolean {
  const { asymmetricKeyDetails: details, asymmetricKeyType: type } = publicKey
  if (type === 'ec') return CURVES.includes(details?.namedCurve ?? '')
  return type === 'rsa' && (details?.modulusLength ?? 0) >= MIN_RSA_BITS
}
