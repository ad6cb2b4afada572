/** The subset of Ethereum's ABI encoding used by the contract's calls, events and errors. */
import { concat, u64be, uintBe } from './bytes.ts'
import { must } from './proof-error.ts'

/** Encodes a value as a 32-byte ABI word, padded with zeroes on the left. */
export function encodeWord(value: bigint | Uint8Array): Uint8Array {
  const bytes = typeof value === 'bigint' ? u64be(value) : value
  must(bytes.length <= 32, 'BAD_ABI', 'A value is longer than an ABI word.')
  return concat(new Uint8Array(32 - bytes.length), bytes)
}

/**
 * Splits ABI data into 32-byte words.
 *
 * @throws ProofError BAD_ABI when the length is not a multiple of 32
 */
export function splitWords(data: Uint8Array): Uint8Array[] {
  must(data.length % 32 === 0, 'BAD_ABI', 'The length of ABI data is not a multiple of 32 bytes.')
  return Array.from({ length: data.length / 32 }, (_, i) => data.slice(32 * i, 32 * i + 32))
}

/**
 * Decodes the address in an ABI word.
 *
 * @throws ProofError BAD_ABI when the first 12 bytes are not zero
 */
export function addressFromWord(bytes: Uint8Array): Uint8Array {
  must(uintBe(bytes.subarray(0, 12)) === 0n, 'BAD_ABI', 'An ABI word is not an address.')
  return bytes.slice(12)
}
