/**
 * SHA-256 (FIPS 180-4). Implemented here because verifying a proof takes about forty compressions,
 * and general-purpose libraries take twice as long.
 */
import { CUBE_ROOTS, SQUARE_ROOTS } from './sha2-constants.ts'

const K = Int32Array.from(CUBE_ROOTS.slice(0, 64), (root) => Number(root >> 32n))
const INITIAL = Int32Array.from(SQUARE_ROOTS, (root) => Number(root >> 32n))

// Shared by all calls: every word is written before it is read, and nothing here is asynchronous.
const state = new Int32Array(8)
const schedule = new Int32Array(64)
const tail = new Uint8Array(128)

/** Computes the 32-byte SHA-256 of the bytes. */
export function sha256Of(data: Uint8Array): Uint8Array {
  state.set(INITIAL)
  const rest = data.length % 64
  const whole = data.length - rest
  for (let offset = 0; offset < whole; offset += 64) compress(data, offset)
  for (let i = 0; i < rest; i++) tail[i] = data[whole + i] as number
  return finalize(rest, data.length)
}

/** SHA-256 of bytes that arrive in chunks, such as a file read in pieces. */
export type Sha256Stream = {
  update: (part: Uint8Array) => void
  /** Returns the 32 bytes; `update` must not be called afterwards. */
  digest: () => Uint8Array
}

/** Creates a {@link Sha256Stream}. */
export function sha256Stream(): Sha256Stream {
  const streamState = INITIAL.slice()
  const pending = new Uint8Array(64)
  let length = 0
  return {
    update: (part) => {
      state.set(streamState)
      let offset = 0
      while (offset < part.length) {
        const filled = length % 64
        const consumed = Math.min(64 - filled, part.length - offset)
        if (consumed === 64) compress(part, offset)
        else {
          pending.set(part.subarray(offset, offset + consumed), filled)
          if (filled + consumed === 64) compress(pending, 0)
        }
        offset += consumed
        length += consumed
      }
      streamState.set(state)
    },
    digest: () => {
      state.set(streamState)
      tail.set(pending)
      return finalize(length % 64, length)
    },
  }
}

/** Pads the last `rest` bytes, which are in `tail` (§5.1.1), and returns the hash of all `length` bytes. */
function finalize(rest: number, length: number): Uint8Array {
  tail.fill(0, rest)
  tail[rest] = 0x80
  const end = rest < 56 ? 64 : 128
  putWord(tail, end - 8, length / 2 ** 29)
  putWord(tail, end - 4, length * 8)
  for (let offset = 0; offset < end; offset += 64) compress(tail, offset)
  const out = new Uint8Array(32)
  for (let i = 0; i < 8; i++) putWord(out, 4 * i, state[i] as number)
  return out
}

function putWord(bytes: Uint8Array, offset: number, word: number): void {
  bytes[offset] = word >>> 24
  bytes[offset + 1] = word >>> 16
  bytes[offset + 2] = word >>> 8
  bytes[offset + 3] = word
}

/** Processes one 64-byte block (§6.2.2). */
function compress(bytes: Uint8Array, offset: number): void {
  expand(bytes, offset)
  let a = state[0] as number
  let b = state[1] as number
  let c = state[2] as number
  let d = state[3] as number
  let e = state[4] as number
  let f = state[5] as number
  let g = state[6] as number
  let h = state[7] as number
  for (let i = 0; i < 64; i++) {
    const bigSigma1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const choice = g ^ (e & (f ^ g))
    const t1 = (h + bigSigma1 + choice + (K[i] as number) + (schedule[i] as number)) | 0
    const bigSigma0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const majority = (a & b) | (c & (a | b))
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + bigSigma0 + majority) | 0
  }
  add(0, a)
  add(1, b)
  add(2, c)
  add(3, d)
  add(4, e)
  add(5, f)
  add(6, g)
  add(7, h)
}

function add(i: number, value: number): void {
  state[i] = (state[i] as number) + value
}

/** Prepares the message schedule (§6.2.2 step 1). */
function expand(bytes: Uint8Array, start: number): void {
  for (let i = 0; i < 16; i++) {
    const offset = start + 4 * i
    const high = ((bytes[offset] as number) << 24) | ((bytes[offset + 1] as number) << 16)
    schedule[i] = high | ((bytes[offset + 2] as number) << 8) | (bytes[offset + 3] as number)
  }
  for (let i = 16; i < 64; i++) {
    const x = schedule[i - 15] as number
    const y = schedule[i - 2] as number
    const smallSigma0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const smallSigma1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    schedule[i] =
      (schedule[i - 16] as number) + smallSigma0 + (schedule[i - 7] as number) + smallSigma1
  }
}
