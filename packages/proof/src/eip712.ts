/** EIP-712 digests of this package's typed data, and the addresses that signed them. */
import { concat, utf8 } from './bytes.ts'
import { keccak256 } from './keccak.ts'
import { recoverPublicKey } from './secp256k1.ts'

/** A field of a typed-data struct: its name and its Solidity type. */
export type TypedField = { name: string; type: string }

/** The EIP-712 domain of all signatures. It has no chain ID: a signature belongs to a log, which its message names. */
export const TYPED_DATA_DOMAIN = { name: 'Inkproof', version: '1' }

/** The fields of the domain, as wallets expect them in `types.EIP712Domain`. */
export const DOMAIN_FIELDS: TypedField[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
]

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
 * Recovers the address that signed a digest.
 *
 * @param signature 65 bytes: r ‖ s ‖ v
 * @returns the 20 bytes of the address
 * @throws ProofError BAD_WALLET_SIGNATURE
 */
export function recoverAddress(digest: Uint8Array, signature: Uint8Array): Uint8Array {
  return keccak256(recoverPublicKey(digest, signature)).slice(12)
}
