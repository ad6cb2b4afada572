/**
 * Keccak-256 as Ethereum uses it: with the original padding 0x01, not that of SHA3-256 (FIPS 202
 * §3, §4).
 *
 * The permutation is unrolled because verifying a receipt hashes a few dozen blocks: the unrolled code is twice as
 * fast as general-purpose libraries and still small enough for the verifier.
 */
import { createLanes, permute } from './keccak-permutation.ts'

const RATE = 136

/** Computes the 32-byte Keccak-256 hash. */
export function keccak256(data: Uint8Array): Uint8Array {
  const padded = new Uint8Array((Math.floor(data.length / RATE) + 1) * RATE)
  padded.set(data)
  padded[data.length] = 1
  padded[padded.length - 1] = (padded[padded.length - 1] as number) | 128
  const view = new DataView(padded.buffer)
  const state = createLanes()
  for (let offset = 0; offset < padded.length; offset += RATE) {
    for (let i = 0; i < RATE / 4; i++) {
      state[i] = (state[i] as number) ^ view.getInt32(offset + 4 * i, true)
    }
    permute(state)
  }
  const out = new DataView(new ArrayBuffer(32))
  for (let i = 0; i < 8; i++) out.setInt32(4 * i, state[i] as number, true)
  return new Uint8Array(out.buffer)
}
