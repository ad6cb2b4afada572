/** Keys of authorities and digital IDs, as WebCrypto keys and in PKCS#8. */
import { webcrypto } from 'node:crypto'
import { algorithmOf } from '../digital-id.ts'

export type KeyType = 'p256' | 'rsa3072'

const P256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const RSA_3072 = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 3072,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
}

/** Parameters of WebCrypto for generating a key and for signing with it. */
export function keyAlgorithm(type: KeyType = 'p256') {
  return type === 'p256' ? P256 : RSA_3072
}

/** A new key pair, which can be exported. */
export async function newKeys(
  algorithm: typeof P256 | typeof RSA_3072,
): Promise<webcrypto.CryptoKeyPair> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  return keys as webcrypto.CryptoKeyPair
}

/** PKCS#8 of the private key, in DER. */
export async function privateKeyBytes({
  privateKey,
}: webcrypto.CryptoKeyPair): Promise<Uint8Array> {
  return new Uint8Array(await webcrypto.subtle.exportKey('pkcs8', privateKey))
}

/** The private key that belongs to a certificate, with its parameters. */
export async function signingKey(authority: { certificate: Uint8Array; privateKey: Uint8Array }) {
  const type = algorithmOf(authority.certificate) === 'ecdsa-sha256' ? 'p256' : 'rsa3072'
  const algorithm = keyAlgorithm(type)
  const key = await webcrypto.subtle.importKey('pkcs8', authority.privateKey, algorithm, false, [
    'sign',
  ])
  return { key: key as webcrypto.CryptoKey, algorithm }
}
