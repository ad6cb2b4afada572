/** The few words of Ethereum's ABI that the contract's calls, events and errors consist of. */
import { concat, u64be, uintBe } from './bytes.ts'
import { must } from './proof-error.ts'

/** A value in 32 bytes, zeroes on the left: numbers, addresses; hashes as they are. */
export function word(value: bigint | Uint8Array): Uint8Array {
  const bytes = typeof value === 'bigint' ? u64be(value) : value
  must(bytes.length <= 32, 'BAD_ABI', 'A value is longer than an ABI word.')
  return concat(new Uint8Array(32 - bytes.length), bytes)
}

/** The words of data. @throws ProofError BAD_ABI when it is not whole words */
export function words(data: Uint8Array): Uint8Array[] {
  must(data.length % 32 === 0, 'BAD_ABI', 'ABI data is not made of 32-byte words.')
  return Array.from({ length: data.length / 32 }, (_, i) => data.slice(32 * i, 32 * i + 32))
}

/** The address in a word. @throws ProofError BAD_ABI when the word is no address */
export function addressOf(bytes: Uint8Array): Uint8Array {
  must(uintBe(bytes.subarray(0, 12)) === 0n, 'BAD_ABI', 'An ABI word is not an address.')
  return bytes.slice(12)
}
