/**
 * The certifier's wallet signature (EIP-712), stored as the last claim of an opening.
 *
 * The signature covers the log's origin, the kind, the previous entry, the entry's salt, the
 * fingerprint, and the number and root of the claims before it. The claim's own salt is derived
 * from the entry's:
 *
 *     salt of the claim = SHA-256("inkproof/wallet/v1\0" ‖ salt of the entry)[:16]
 *
 * A signature is therefore valid for exactly one leaf of one log. Otherwise, anyone with a proof file could
 * record a revoked certificate again with its wallet signature. The claim's value is
 * `0x<address> 0x<signature>`, lower case: 20 and 65 bytes (r ‖ s ‖ v, v 27 or 28, s low).
 */
import { encodeWord } from './abi.ts'
import { concat, equal, from0x, to0x, utf8 } from './bytes.ts'
import { DOMAIN_FIELDS, recoverAddress, TYPED_DATA_DOMAIN, typedDataDigest } from './eip712.ts'
import { keccak256 } from './keccak.ts'
import { claimsRoot, type Opening } from './leaf.ts'
import { must } from './proof-error.ts'
import { INVALID_SIGNATURE } from './secp256k1.ts'
import { sha256 } from './sha256.ts'

/** Name of the claim. */
export const WALLET_CLAIM = 'wallet'

/** The input of `eth_signTypedData_v4`. */
export type EntryTypedData = {
  domain: { name: string; version: string }
  types: Record<'EIP712Domain' | 'Entry', { name: string; type: string }[]>
  primaryType: 'Entry'
  message: {
    origin: string
    kind: number
    previous: string
    salt: string
    fingerprint: string
    claimsCount: number
    claimsRoot: string
  }
}

/** Returns the typed data that a wallet signs for an opening without a wallet claim. */
export function entryTypedData(opening: Opening, origin: string): EntryTypedData {
  const claims = claimsWithoutWallet(opening)
  return {
    domain: TYPED_DATA_DOMAIN,
    types: TYPES,
    primaryType: 'Entry',
    message: {
      origin,
      kind: opening.kind,
      previous: String(opening.previous),
      salt: to0x(opening.salt),
      fingerprint: to0x(opening.fingerprint),
      claimsCount: claims.length,
      claimsRoot: to0x(claimsRoot(claims)),
    },
  }
}

/**
 * Appends the wallet signature to an opening as its last claim.
 *
 * @throws ProofError BAD_WALLET_SIGNATURE when this address did not sign this entry
 */
export function addWalletSignature(
  opening: Opening,
  origin: string,
  signer: { address: string; signature: string },
): Opening {
  const value = `${signer.address.toLowerCase()} ${signer.signature.toLowerCase()}`
  const claim = { name: WALLET_CLAIM, value, salt: walletSalt(opening) }
  const complete = { ...opening, claims: [...claimsWithoutWallet(opening), claim] }
  verifyWallet(complete, origin)
  return complete
}

/**
 * Verifies the wallet signature of an entry and returns the 0x address; undefined when the opening contains none or
 * withholds it.
 *
 * @throws ProofError BAD_WALLET_SIGNATURE
 */
export function verifyWallet(opening: Opening, origin: string): string | undefined {
  const index = opening.claims.findIndex((claim) => 'name' in claim && claim.name === WALLET_CLAIM)
  const claim = opening.claims[index]
  if (!claim || 'hash' in claim) return undefined
  must(
    index === opening.claims.length - 1,
    INVALID_SIGNATURE,
    'The wallet signature is not the last claim.',
  )
  must(
    equal(claim.salt, walletSalt(opening)),
    INVALID_SIGNATURE,
    'The wallet claim has the wrong salt.',
  )
  const parts = /^(0x[0-9a-f]{40}) (0x[0-9a-f]{130})$/.exec(claim.value)
  must(parts, INVALID_SIGNATURE, 'The wallet claim is not an address and a signature.')
  const [, address = '', signature = ''] = parts
  const signer = recoverAddress(entryDigest(opening, origin), from0x(signature))
  must(
    equal(signer, from0x(address)),
    INVALID_SIGNATURE,
    'The signature is from {signer}, not from {address}.',
    {
      signer: to0x(signer),
      address,
    },
  )
  return address
}

/** Computes the 32-byte EIP-712 digest that the wallet signs. */
export function entryDigest(opening: Opening, origin: string): Uint8Array {
  const claims = claimsWithoutWallet(opening)
  return typedDataDigest('Entry', TYPES.Entry, [
    keccak256(utf8(origin)),
    encodeWord(BigInt(opening.kind)),
    encodeWord(opening.previous),
    opening.salt,
    opening.fingerprint,
    encodeWord(BigInt(claims.length)),
    claimsRoot(claims),
  ])
}

const TYPES: EntryTypedData['types'] = {
  EIP712Domain: DOMAIN_FIELDS,
  Entry: [
    { name: 'origin', type: 'string' },
    { name: 'kind', type: 'uint8' },
    { name: 'previous', type: 'uint64' },
    { name: 'salt', type: 'bytes32' },
    { name: 'fingerprint', type: 'bytes32' },
    { name: 'claimsCount', type: 'uint64' },
    { name: 'claimsRoot', type: 'bytes32' },
  ],
}

const SALT_CONTEXT = utf8('inkproof/wallet/v1\0')

function walletSalt(opening: Opening): Uint8Array {
  return sha256(concat(SALT_CONTEXT, opening.salt)).slice(0, 16)
}

function claimsWithoutWallet(opening: Opening): Opening['claims'] {
  return opening.claims.filter((claim) => 'hash' in claim || claim.name !== WALLET_CLAIM)
}
