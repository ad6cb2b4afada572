/**
 * Keccak-256 as Ethereum uses it: the original padding 0x01, not that of SHA3-256 (FIPS 202 §3, §4).
 *
 * Written out per lane because a receipt proof is a few dozen blocks of it: twice as fast as the
 * general libraries, and the verifier has to stay small.
 */
import { lanes, permute } from './keccak-permutation.ts'

const RATE = 136

/** 32 bytes. */
export function keccak256(data: Uint8Array): Uint8Array {
  const padded = new Uint8Array((Math.floor(data.length / RATE) + 1) * RATE)
  padded.set(data)
  padded[data.length] = 1
  padded[padded.length - 1] = (padded[padded.length - 1] as number) | 128
  const view = new DataView(padded.buffer)
  const state = lanes()
  for (let at = 0; at < padded.length; at += RATE) {
    for (let i = 0; i < RATE / 4; i++) {
      state[i] = (state[i] as number) ^ view.getInt32(at + 4 * i, true)
    }
    permute(state)
  }
  const out = new DataView(new ArrayBuffer(32))
  for (let i = 0; i < 8; i++) out.setInt32(4 * i, state[i] as number, true)
  return new Uint8Array(out.buffer)
}
