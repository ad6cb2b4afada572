/** Checks that a key and certificates are a digital ID that may sign documents, wherever the key is. */
import type { X509Certificate } from 'node:crypto'
import { chainFrom } from './checked-id/chain.ts'
import { findOwn } from './checked-id/find-own.ts'
import { maySignDocuments } from './checked-id/purposes.ts'
import type { DigitalId } from './digital-id.ts'
import { UnusableId } from './errors.ts'

/** A digital ID, and when all certificates of its chain are valid. The chain ends with a self-signed certificate. */
export type CheckedId = DigitalId & { notBefore: Date; notAfter: Date }

const MIN_RSA_BITS = 2048
const CURVES = ['prime256v1', 'secp384r1']

/**
 * Makes a digital ID of a key and its certificates. Key, certificate and chain belong together, and the certificate may sign
 * documents. Whether it is valid at the current time is the caller's question.
 *
 * Keys: P-256, P-384, and RSA from 2048 bits.
 *
 * @param sign signs with the key; it is called once, with random bytes
 * @param own the certificates that can belong to the key
 * @param issuers certificates up to the root, in any order; others are ignored
 * @throws UnusableId, and what `sign` throws
 */
export async function checkedId(
  sign: DigitalId['sign'],
  own: readonly X509Certificate[],
  issuers: readonly X509Certificate[],
): Promise<CheckedId> {
  const certificate = await findOwn(sign, own)
  requireSupportedKey(certificate)
  if (!maySignDocuments(certificate)) throw new UnusableId('wrong-usage', certificate.subject)
  const chain = chainFrom(certificate, issuers)
  const all = [certificate, ...chain]
  return {
    certificate: new Uint8Array(certificate.raw),
    chain: chain.map(({ raw }) => new Uint8Array(raw)),
    algorithm: certificate.publicKey.asymmetricKeyType === 'ec' ? 'ecdsa-sha256' : 'rsa-sha256',
    sign,
    notBefore: new Date(Math.max(...all.map(({ validFrom }) => Date.parse(validFrom)))),
    notAfter: new Date(Math.min(...all.map(({ validTo }) => Date.parse(validTo)))),
  }
}

/** @throws UnusableId `unsupported-key` */
export function requireSupportedKey({ publicKey }: X509Certificate): void {
  const { asymmetricKeyDetails: details, asymmetricKeyType: type } = publicKey
  const isSupported =
    type === 'ec'
      ? CURVES.includes(details?.namedCurve ?? '')
      : type === 'rsa' && (details?.modulusLength ?? 0) >= MIN_RSA_BITS
  if (!isSupported) throw new UnusableId('unsupported-key')
}
