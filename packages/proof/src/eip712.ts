/** EIP-712 digests of this package's typed data, and the addresses that signed them. */
import { Point } from '@noble/secp256k1'
import { concat, uintBe, utf8 } from './bytes.ts'
import { keccak256 } from './keccak.ts'
import { must } from './proof-error.ts'

/** A field of a typed-data struct: its name and its Solidity type. */
export type TypedField = { name: string; type: string }

/** The EIP-712 domain of all signatures. It has no chain ID: a signature belongs to a log, which its message names. */
export const TYPED_DATA_DOMAIN = { name: 'Inkproof', version: '1' }

/** The fields of the domain, as wallets expect them in `types.EIP712Domain`. */
export const DOMAIN_FIELDS: TypedField[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
]

/** Code of the ProofError for every invalid wallet signature. */
export const INVALID_SIGNATURE = 'BAD_WALLET_SIGNATURE'

/**
 * Computes the 32-byte digest of a struct.
 *
 * @param words the encoded values of the fields, 32 bytes each
 */
export function typedDataDigest(
  name: string,
  fields: readonly TypedField[],
  words: readonly Uint8Array[],
): Uint8Array {
  const struct = keccak256(concat(typeHash(name, fields), ...words))
  return keccak256(concat(Uint8Array.of(0x19, 1), domainHash(), struct))
}

/**
 * Computed on demand, because each hash slows down a cold start and few certificates have a wallet
 * signature.
 */
function domainHash(): Uint8Array {
  const { name, version } = TYPED_DATA_DOMAIN
  return keccak256(
    concat(
      typeHash('EIP712Domain', DOMAIN_FIELDS),
      keccak256(utf8(name)),
      keccak256(utf8(version)),
    ),
  )
}

function typeHash(name: string, fields: readonly TypedField[]): Uint8Array {
  return keccak256(
    utf8(`${name}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`),
  )
}

/**
 * Recovers the signer of a digest: SEC 1 §4.1.6, Q = r⁻¹(sR − zG), on noble's points. EIP-2:
 * accepts only the lower of the two possible s, so that a signature cannot be changed into another
 * valid one.
 *
 * @param signature 65 bytes: r ‖ s ‖ v, with v 27 or 28
 * @returns the 20 bytes of the address
 * @throws ProofError BAD_WALLET_SIGNATURE
 */
export function recoverAddress(digest: Uint8Array, signature: Uint8Array): Uint8Array {
  const { n } = Point.CURVE()
  const r = uintBe(signature.subarray(0, 32))
  const s = uintBe(signature.subarray(32, 64))
  const v = signature[64] as number
  const isInRange = r > 0n && r < n && s > 0n && 2n * s < n && (v === 27 || v === 28)
  must(isInRange, INVALID_SIGNATURE, 'The wallet signature is not in canonical form.')
  const noncePoint = decodePoint(concat(Uint8Array.of(v - 25), signature.subarray(0, 32)))
  const inverse = modularInverse(r, n)
  const u1 = (n - ((uintBe(digest) * inverse) % n)) % n
  const u2 = (s * inverse) % n
  const key = Point.BASE.multiplyUnsafe(u1).add(noncePoint.multiplyUnsafe(u2))
  must(!key.equals(Point.ZERO), INVALID_SIGNATURE, 'The wallet signature does not match any key.')
  return keccak256(key.toBytes(false).subarray(1)).slice(12)
}

/** Computes value⁻¹ with Fermat's little theorem; the modulus must be prime. */
function modularInverse(value: bigint, modulus: bigint): bigint {
  let inverse = 1n
  let square = value
  for (let power = modulus - 2n; power > 0n; power >>= 1n) {
    if (power % 2n === 1n) inverse = (inverse * square) % modulus
    square = (square * square) % modulus
  }
  return inverse
}

/** Decodes a compressed point. @throws ProofError BAD_WALLET_SIGNATURE */
function decodePoint(bytes: Uint8Array): Point {
  try {
    return Point.fromBytes(bytes)
  } catch {
    must(false, INVALID_SIGNATURE, 'The wallet signature is not a point on the curve.')
  }
}
