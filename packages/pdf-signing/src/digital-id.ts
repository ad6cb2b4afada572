/**
 * A digital ID: an X.509 certificate, its chain, and a function that signs with its key. The key itself can be anywhere: in
 * this process, in another, in a PKCS#11 module, or at a remote signing service (CSC).
 */
import { createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto'
import { SigningError } from './errors.ts'

/** `ecdsa-sha256`: P-256, signatures in DER. `rsa-sha256`: RSASSA-PKCS1-v1_5. */
export type SignatureAlgorithm = 'ecdsa-sha256' | 'rsa-sha256'

export type DigitalId = {
  /** DER of the certificate. */
  certificate: Uint8Array
  /** DER of the issuing authorities, the nearest first. */
  chain: Uint8Array[]
  algorithm: SignatureAlgorithm
  /** Signs the bytes, which it hashes itself. */
  sign(bytes: Uint8Array): Promise<Uint8Array>
}

const MIN_RSA_BITS = 2048

/**
 * A digital ID whose key is in this process.
 *
 * @param privateKey PKCS#8 in DER, or a key object
 * @throws SigningError `unsupported-key`
 */
export function localDigitalId(
  certificate: Uint8Array,
  chain: Uint8Array[],
  privateKey: Uint8Array | KeyObject,
): DigitalId {
  const key = privateKey instanceof Uint8Array ? openKey(privateKey) : privateKey
  return {
    certificate,
    chain,
    algorithm: algorithmOf(certificate),
    sign: async (bytes) => new Uint8Array(sign('sha256', bytes, { key, dsaEncoding: 'der' })),
  }
}

/**
 * The algorithm for the public key of a certificate.
 *
 * @throws SigningError `unsupported-key`
 */
export function algorithmOf(certificate: Uint8Array): SignatureAlgorithm {
  const { publicKey } = new X509Certificate(certificate)
  const details = publicKey.asymmetricKeyDetails
  if (publicKey.asymmetricKeyType === 'ec' && details?.namedCurve === 'prime256v1')
    return 'ecdsa-sha256'
  if (publicKey.asymmetricKeyType === 'rsa' && (details?.modulusLength ?? 0) >= MIN_RSA_BITS)
    return 'rsa-sha256'
  throw new SigningError('unsupported-key')
}

function openKey(pkcs8: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' })
}
