/**
 * Signing with a key that is not in this process: in a PKCS#11 token, or at a remote signing service. It gets only a SHA-256
 * digest, and its signature is verified before it is used.
 */
import { createHash, verify, type X509Certificate } from 'node:crypto'
import type { DigitalId } from './digital-id.ts'
import { SigningError } from './errors.ts'
import { NULL, octets, oid, sequence, unsignedInteger } from './sign/der.ts'
import { OID } from './sign/oids.ts'

/**
 * Signs a SHA-256 digest. The signature is RSASSA-PKCS1-v1_5, or ECDSA: either DER (RFC 3279, 2.2.3) or r and s of equal
 * length, as PKCS#11 returns them.
 */
export type SignDigest = (digest: Uint8Array) => Promise<Uint8Array>

/**
 * Makes the function of a digital ID.
 *
 * @returns throws SigningError `signature-not-valid` for a signature that the certificate does not verify, and what
 *   `signDigest` throws
 */
export function digestSigner(
  { publicKey: key }: X509Certificate,
  signDigest: SignDigest,
): DigitalId['sign'] {
  return async (bytes) => {
    const answer = await signDigest(createHash('sha256').update(bytes).digest())
    const verifies = (signature: Uint8Array, dsaEncoding: 'der' | 'ieee-p1363') =>
      verify('sha256', bytes, { key, dsaEncoding }, signature)
    const isRaw = key.asymmetricKeyType === 'ec' && verifies(answer, 'ieee-p1363')
    const signature = isRaw ? ecdsaInDer(answer) : answer
    if (!verifies(signature, 'der')) throw new SigningError('signature-not-valid')
    return new Uint8Array(signature)
  }
}

/** DER of the DigestInfo of a SHA-256 digest, which RSASSA-PKCS1-v1_5 pads (RFC 8017, 9.2). */
export function digestInfo(digest: Uint8Array): Uint8Array {
  return new Uint8Array(sequence(sequence(oid(OID.sha256), NULL), octets(digest)))
}

function ecdsaInDer(signature: Uint8Array): Uint8Array {
  const half = signature.length / 2
  const number = (bytes: Uint8Array) =>
    unsignedInteger(BigInt(`0x${Buffer.from(bytes).toString('hex')}`))
  return sequence(number(signature.subarray(0, half)), number(signature.subarray(half)))
}
