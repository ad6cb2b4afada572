/** Ethereum's hash: Keccak-256 with the original padding, not SHA3-256. */
import { keccak_256 } from '@noble/hashes/sha3.js'

/** 32 bytes. */
export function keccak256(data: Uint8Array): Uint8Array {
  return keccak_256(data)
}
