/**
 * SHA-512 (FIPS 180-4). Needed only once per signature, so the code favors brevity over speed. It
 * shares its constants with SHA-256.
 */
import { CUBE_ROOTS, MASK, SQUARE_ROOTS } from './sha2-constants.ts'

/** Computes the 64-byte SHA-512 of the bytes. */
export function sha512(data: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((data.length + 17) / 128) * 128)
  padded.set(data)
  padded[data.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setBigUint64(padded.length - 8, BigInt(data.length) * 8n)
  let words = SQUARE_ROOTS
  for (let offset = 0; offset < padded.length; offset += 128)
    words = compress512(words, view, offset)
  const out = new DataView(new ArrayBuffer(64))
  words.forEach((word, i) => {
    out.setBigUint64(8 * i, word)
  })
  return new Uint8Array(out.buffer)
}

/** Processes one 128-byte block (§6.4.2). */
function compress512(before: bigint[], view: DataView, offset: number): bigint[] {
  const words = Array.from({ length: 16 }, (_, i) => view.getBigUint64(offset + 8 * i))
  for (let i = 16; i < 80; i++) {
    const [w16, w15, w7, w2] = [16, 15, 7, 2].map((distance) => words[i - distance]) as Four
    const smallSigma0 = rotateRight(w15, 1n) ^ rotateRight(w15, 8n) ^ (w15 >> 7n)
    const smallSigma1 = rotateRight(w2, 19n) ^ rotateRight(w2, 61n) ^ (w2 >> 6n)
    words.push((w16 + smallSigma0 + w7 + smallSigma1) & MASK)
  }
  let [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n, g = 0n, h = 0n] = before
  words.forEach((word, i) => {
    const bigSigma1 = rotateRight(e, 14n) ^ rotateRight(e, 18n) ^ rotateRight(e, 41n)
    const t1 = h + bigSigma1 + (g ^ (e & (f ^ g))) + (CUBE_ROOTS[i] as bigint) + word
    const bigSigma0 = rotateRight(a, 28n) ^ rotateRight(a, 34n) ^ rotateRight(a, 39n)
    const next = (t1 + bigSigma0 + ((a & b) | (c & (a | b)))) & MASK
    ;[a, b, c, d, e, f, g, h] = [next, a, b, c, (d + t1) & MASK, e, f, g]
  })
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + (before[i] as bigint)) & MASK)
}

type Four = [bigint, bigint, bigint, bigint]

function rotateRight(word: bigint, bits: bigint): bigint {
  return ((word >> bits) | (word << (64n - bits))) & MASK
}
