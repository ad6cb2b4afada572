/**
 * The keys that sign statements, and their thumbprints: SHA-256 over the JWK of RFC 7638 for keys that have one, and
 * over these bytes for the addresses of wallets:
 *
 *     wallet    "inkproof/wallet-key/v1\0" ‖ address[20]
 *     contract  "inkproof/contract-key/v1\0" ‖ chainId u64be ‖ address[20]
 *
 * In CBOR, a key is `[type, …]` followed by the other properties of {@link PublicKey}.
 */
import { concat, fromBase64Url, toBase64Url, u64be, uintBe, utf8 } from '@inkproof/proof/bytes'
import type { Cbor } from '@inkproof/proof/cbor'
import { must } from '@inkproof/proof/proof-error'
import { type Sha256, sha256 } from '@inkproof/proof/sha256'
import { mustHaveForm, readBytes, readBytesUpTo, readInteger, readTuple } from './read.ts'

/** Elliptic-curve key on P-256, made by a browser or a passkey (ES256): x ‖ y, 64 bytes. */
export type P256Key = { type: 'P-256'; point: Uint8Array }
/** Passkey with EdDSA, 32 bytes. */
export type Ed25519Key = { type: 'Ed25519'; key: Uint8Array }
/** Passkey with RS256: modulus of 256 to 512 bytes and exponent above 2^16, both odd and without leading zeroes. */
export type RsaKey = { type: 'RSA'; modulus: Uint8Array; exponent: Uint8Array }
/** Externally owned account of a wallet: address of 20 bytes. */
export type WalletKey = { type: 'wallet'; address: Uint8Array }
/** Wallet that is a contract. Only its chain can tell whether it signed. */
export type ContractKey = { type: 'contract'; chainId: number; address: Uint8Array }

export type PublicKey = P256Key | Ed25519Key | RsaKey | WalletKey | ContractKey

/** Computes the 32 bytes that identify a key in steps and statements. */
export function keyThumbprint(key: PublicKey, hash: Sha256 = sha256): Uint8Array {
  switch (key.type) {
    case 'wallet':
      return hash(concat(WALLET_CONTEXT, key.address))
    case 'contract':
      return hash(concat(CONTRACT_CONTEXT, u64be(BigInt(key.chainId)), key.address))
    default:
      // RFC 7638, section 3.2: only the required members, in lexicographic order, without white space.
      return hash(utf8(JSON.stringify(toJwk(key))))
  }
}

/** A public key as JSON Web Key (RFC 7517, 7518, 8037), its members in lexicographic order. */
export type Jwk =
  | { crv: 'P-256'; kty: 'EC'; x: string; y: string }
  | { crv: 'Ed25519'; kty: 'OKP'; x: string }
  | { e: string; kty: 'RSA'; n: string }

/** Converts a key to a JWK with the required members only. */
export function toJwk(key: P256Key | Ed25519Key | RsaKey): Jwk {
  switch (key.type) {
    case 'P-256': {
      const x = toBase64Url(key.point.subarray(0, 32))
      return { crv: 'P-256', kty: 'EC', x, y: toBase64Url(key.point.subarray(32)) }
    }
    case 'Ed25519':
      return { crv: 'Ed25519', kty: 'OKP', x: toBase64Url(key.key) }
    default:
      return { e: toBase64Url(key.exponent), kty: 'RSA', n: toBase64Url(key.modulus) }
  }
}

/**
 * Converts a JWK to a key. Whether a P-256 point is on the curve is checked when it verifies a signature.
 *
 * @throws ProofError BAD_KEY, or as the readers
 */
export function publicKeyFromJwk(jwk: Jwk): P256Key | Ed25519Key | RsaKey {
  switch (jwk.kty) {
    case 'EC': {
      const [x, y] = [jwk.x, jwk.y].map((text) => readBytes(fromBase64Url(text), 'key', 32))
      return { type: 'P-256', point: concat(x as Uint8Array, y as Uint8Array) }
    }
    case 'OKP':
      return { type: 'Ed25519', key: readBytes(fromBase64Url(jwk.x), 'key', 32) }
    default:
      return readRsaKey(['RSA', fromBase64Url(jwk.n), fromBase64Url(jwk.e)], 'key')
  }
}

/** Converts a key to CBOR. */
export function publicKeyToCbor(key: PublicKey): Cbor {
  switch (key.type) {
    case 'P-256':
      return [key.type, key.point]
    case 'Ed25519':
      return [key.type, key.key]
    case 'RSA':
      return [key.type, key.modulus, key.exponent]
    case 'wallet':
      return [key.type, key.address]
    default:
      return [key.type, BigInt(key.chainId), key.address]
  }
}

/**
 * Converts CBOR to a key. Whether a P-256 point is on the curve is checked when it verifies a signature.
 *
 * @throws ProofError UNKNOWN_KEY_TYPE, BAD_KEY, or as the readers
 */
export function publicKeyFromCbor(value: Cbor | undefined, path: string): PublicKey {
  mustHaveForm(Array.isArray(value), path)
  const type = value[0]
  switch (type) {
    case 'P-256':
      return { type, point: readBytes(readTuple(value, path, 2)[1], path, 64) }
    case 'Ed25519':
      return { type, key: readBytes(readTuple(value, path, 2)[1], path, 32) }
    case 'RSA':
      return readRsaKey(readTuple(value, path, 3), path)
    case 'wallet':
      return { type, address: readBytes(readTuple(value, path, 2)[1], path, 20) }
    case 'contract': {
      const [, chainId, address] = readTuple(value, path, 3)
      const number = readInteger(chainId, path, 1, Number.MAX_SAFE_INTEGER)
      return { type, chainId: number, address: readBytes(address, path, 20) }
    }
    default:
      must(false, 'UNKNOWN_KEY_TYPE', 'The type of the key is unknown.')
  }
}

const WALLET_CONTEXT = utf8('inkproof/wallet-key/v1\0')
const CONTRACT_CONTEXT = utf8('inkproof/contract-key/v1\0')

/**
 * RFC 7518, section 6.3: no leading zeroes, or one key would have several thumbprints. Anyone can sign for a key with the exponent 1, and
 * not all platforms verify with small or even ones, or with an even modulus: a statement must not be valid in some browsers only.
 */
function readRsaKey([, n, e]: Cbor[], path: string): RsaKey {
  const modulus = readBytesUpTo(n, path, 512)
  const exponent = readBytesUpTo(e, path, 4)
  const isShortest = modulus[0] !== 0 && exponent[0] !== 0
  const isStrong = modulus.length >= 256 && uintBe(exponent) >= MIN_EXPONENT
  const isValid = isShortest && isStrong && isOdd(modulus) && isOdd(exponent)
  must(isValid, 'BAD_KEY', 'The RSA key is weak or not in its shortest form.')
  return { type: 'RSA', modulus, exponent }
}

/** FIPS 186-5, A.1.1: 2^16 < e. */
const MIN_EXPONENT = 65_537n

function isOdd(bytes: Uint8Array): boolean {
  return ((bytes.at(-1) ?? 0) & 1) === 1
}
