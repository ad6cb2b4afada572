/**
 * Signatures on P-256 (FIPS 186-5) by WebCrypto, in browsers and Node.js.
 *
 * For each signature (r, s), (r, n − s) is also valid, so that anyone can change one into another. All signatures are
 * therefore stored as r ‖ s, 64 bytes, with the lower s, and {@link verifyP256} refuses the higher one. Statements are
 * nevertheless identified by their digest, because the signer can make any number of signatures.
 */
import { concat, fromBase64Url, fromHex, uintBe } from '@inkproof/proof/bytes'
import { must } from '@inkproof/proof/proof-error'
import { type P256Key, toJwk } from './public-key.ts'

/** The parts of WebCrypto's key that are used here; a `CryptoKey` in every environment. */
export type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** A key made by the browser. The private part cannot be exported, but can be stored in IndexedDB. */
export type SigningKeyPair = { privateKey: SigningKey; publicKey: P256Key }

/** Creates a key. */
export async function createSigningKey(): Promise<SigningKeyPair> {
  const pair = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const point = concat(fromBase64Url(x), fromBase64Url(y))
  return { privateKey: pair.privateKey, publicKey: { type: 'P-256', point } }
}

/** Signs a message with ECDSA and SHA-256. @returns 64 bytes: r ‖ s, s low */
export async function signP256(key: SigningKey, message: Uint8Array): Promise<Uint8Array> {
  const signature = await crypto.subtle.sign(ECDSA, key, new Uint8Array(message))
  return normalizeS(new Uint8Array(signature))
}

/** Verifies a signature of 64 bytes with low s. Returns false for malformed input. */
export async function verifyP256(
  key: P256Key,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  if (signature.length !== 64 || !isLowS(signature)) return false
  const imported = await importKey(key)
  if (!imported) return false
  const [bytes, data] = [new Uint8Array(signature), new Uint8Array(message)]
  return crypto.subtle.verify(ECDSA, imported, bytes, data)
}

/**
 * Converts a signature in DER (RFC 3279, section 2.2.3), as authenticators return it, to r ‖ s with low s.
 *
 * @throws ProofError BAD_SIGNATURE_ENCODING unless it is DER of two integers from 1 to 2^256 − 1
 */
export function signatureFromDer(der: Uint8Array): Uint8Array {
  checkDer(der.length >= 8 && der.length <= 72 && der[0] === 0x30 && der[1] === der.length - 2)
  const rEnd = 4 + (der[3] as number)
  const r = readDerInteger(der.subarray(2, rEnd))
  const s = readDerInteger(der.subarray(rEnd))
  return normalizeS(concat(r, s))
}

/** Replaces s by n − s if it is the higher one. Expects and returns 64 bytes. */
export function normalizeS(signature: Uint8Array): Uint8Array {
  const s = uintBe(signature.subarray(32))
  if (isLowS(signature) || s >= ORDER) return signature
  return concat(signature.subarray(0, 32), fromHex((ORDER - s).toString(16).padStart(64, '0')))
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' }
const ECDSA = { name: 'ECDSA', hash: 'SHA-256' }

/** Order of the group (SP 800-186, section 3.2.1.3). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

function isLowS(signature: Uint8Array): boolean {
  return 2n * uintBe(signature.subarray(32)) <= ORDER
}

/** Returns null if the point is not on the curve. */
async function importKey(key: P256Key): Promise<SigningKey | null> {
  try {
    return await crypto.subtle.importKey('jwk', toJwk(key), ALGORITHM, false, ['verify'])
  } catch {
    return null
  }
}

/** Reads an INTEGER (X.690, section 8.3: positive, in its shortest form) as 32 bytes. */
function readDerInteger(der: Uint8Array): Uint8Array {
  const content = der.subarray(2)
  const [first = 0, second = 0] = content
  checkDer(der[0] === 2 && der[1] === content.length && content.length > 0 && first < 0x80)
  const isPadded = first === 0 && content.length > 1
  checkDer(!isPadded || second >= 0x80)
  const value = isPadded ? content.subarray(1) : content
  checkDer(value.length <= 32 && uintBe(value) > 0n)
  return concat(new Uint8Array(32 - value.length), value)
}

function checkDer(condition: boolean): void {
  must(condition, 'BAD_SIGNATURE_ENCODING', 'The passkey’s signature is not in DER form.')
}
