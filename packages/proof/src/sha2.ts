/**
 * SHA-256 and SHA-512 (FIPS 180-4).
 *
 * SHA-256 is written here because a proof's path is forty compressions of it and the general
 * libraries take twice the time. SHA-512 is only needed once per signature, so it is short, not fast.
 * Both take their constants from where the standard does: roots of the first primes (§4.2, §5.3).
 */

const MASK = (1n << 64n) - 1n
const PRIMES = firstPrimes(80)

/** First 64 bits of the fractional parts of the cube roots; SHA-256 uses the first 32 of them. */
const CUBES = PRIMES.map((prime) => floorRoot(prime << 192n, 3n) & MASK)

/** First 64 bits of the fractional parts of the square roots of the first eight. */
const SQUARES = PRIMES.slice(0, 8).map((prime) => floorRoot(prime << 128n, 2n) & MASK)

const K = Int32Array.from(CUBES.slice(0, 64), (root) => Number(root >> 32n))
const INITIAL = Int32Array.from(SQUARES, (root) => Number(root >> 32n))

// Every word is written before it is read, and nothing here waits, so calls can share them.
const state = new Int32Array(8)
const schedule = new Int32Array(64)
const tail = new Uint8Array(128)

/** SHA-256 of all the bytes: 32 bytes. */
export function sha256Of(data: Uint8Array): Uint8Array {
  state.set(INITIAL)
  const rest = data.length % 64
  const whole = data.length - rest
  for (let at = 0; at < whole; at += 64) compress(data, at)
  for (let i = 0; i < rest; i++) tail[i] = data[whole + i] as number
  return finish(rest, data.length)
}

/** SHA-256 of bytes that come in parts, such as a file that is read piece by piece. */
export type Sha256Stream = {
  update: (part: Uint8Array) => void
  /** The 32 bytes; nothing may be added afterwards. */
  digest: () => Uint8Array
}

/** A fresh {@link Sha256Stream}. */
export function sha256Stream(): Sha256Stream {
  const own = INITIAL.slice()
  const kept = new Uint8Array(64)
  let length = 0
  return {
    update: (part) => {
      state.set(own)
      let at = 0
      while (at < part.length) {
        const filled = length % 64
        const taken = Math.min(64 - filled, part.length - at)
        if (taken === 64) compress(part, at)
        else {
          kept.set(part.subarray(at, at + taken), filled)
          if (filled + taken === 64) compress(kept, 0)
        }
        at += taken
        length += taken
      }
      own.set(state)
    },
    digest: () => {
      state.set(own)
      tail.set(kept)
      return finish(length % 64, length)
    },
  }
}

/** Pads what is in `tail` (§5.1.1) and gives the hash of `length` bytes in all. */
function finish(rest: number, length: number): Uint8Array {
  tail.fill(0, rest)
  tail[rest] = 0x80
  const end = rest < 56 ? 64 : 128
  putWord(tail, end - 8, length / 2 ** 29)
  putWord(tail, end - 4, length * 8)
  for (let at = 0; at < end; at += 64) compress(tail, at)
  const out = new Uint8Array(32)
  for (let i = 0; i < 8; i++) putWord(out, 4 * i, state[i] as number)
  return out
}

/** SHA-512 of all the bytes: 64 bytes. */
export function sha512Of(data: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((data.length + 17) / 128) * 128)
  padded.set(data)
  padded[data.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setBigUint64(padded.length - 8, BigInt(data.length) * 8n)
  let words = SQUARES
  for (let at = 0; at < padded.length; at += 128) words = compress512(words, view, at)
  const out = new DataView(new ArrayBuffer(64))
  words.forEach((word, i) => {
    out.setBigUint64(8 * i, word)
  })
  return new Uint8Array(out.buffer)
}

function putWord(bytes: Uint8Array, at: number, word: number): void {
  bytes[at] = word >>> 24
  bytes[at + 1] = word >>> 16
  bytes[at + 2] = word >>> 8
  bytes[at + 3] = word
}

/** §6.2.2. */
function compress(bytes: Uint8Array, at: number): void {
  expand(bytes, at)
  let a = state[0] as number
  let b = state[1] as number
  let c = state[2] as number
  let d = state[3] as number
  let e = state[4] as number
  let f = state[5] as number
  let g = state[6] as number
  let h = state[7] as number
  for (let i = 0; i < 64; i++) {
    const sum1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const choice = g ^ (e & (f ^ g))
    const first = (h + sum1 + choice + (K[i] as number) + (schedule[i] as number)) | 0
    const sum0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const majority = (a & b) | (c & (a | b))
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + sum0 + majority) | 0
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

/** §6.2.2 step 1. */
function expand(bytes: Uint8Array, from: number): void {
  for (let i = 0; i < 16; i++) {
    const at = from + 4 * i
    const high = ((bytes[at] as number) << 24) | ((bytes[at + 1] as number) << 16)
    schedule[i] = high | ((bytes[at + 2] as number) << 8) | (bytes[at + 3] as number)
  }
  for (let i = 16; i < 64; i++) {
    const x = schedule[i - 15] as number
    const y = schedule[i - 2] as number
    const small0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const small1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    schedule[i] = (schedule[i - 16] as number) + small0 + (schedule[i - 7] as number) + small1
  }
}

/** §6.4.2, as the standard writes it. */
function compress512(before: bigint[], view: DataView, at: number): bigint[] {
  const words = Array.from({ length: 16 }, (_, i) => view.getBigUint64(at + 8 * i))
  for (let i = 16; i < 80; i++) {
    const [w16, w15, w7, w2] = [16, 15, 7, 2].map((back) => words[i - back]) as Four
    const small0 = turn(w15, 1n) ^ turn(w15, 8n) ^ (w15 >> 7n)
    const small1 = turn(w2, 19n) ^ turn(w2, 61n) ^ (w2 >> 6n)
    words.push((w16 + small0 + w7 + small1) & MASK)
  }
  let [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n, g = 0n, h = 0n] = before
  words.forEach((word, i) => {
    const sum1 = turn(e, 14n) ^ turn(e, 18n) ^ turn(e, 41n)
    const first = h + sum1 + (g ^ (e & (f ^ g))) + (CUBES[i] as bigint) + word
    const sum0 = turn(a, 28n) ^ turn(a, 34n) ^ turn(a, 39n)
    const next = (first + sum0 + ((a & b) | (c & (a | b)))) & MASK
    ;[a, b, c, d, e, f, g, h] = [next, a, b, c, (d + first) & MASK, e, f, g]
  })
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + (before[i] as bigint)) & MASK)
}

type Four = [bigint, bigint, bigint, bigint]

function turn(word: bigint, by: bigint): bigint {
  return ((word >> by) | (word << (64n - by))) & MASK
}

function firstPrimes(count: number): bigint[] {
  const primes: bigint[] = []
  for (let n = 2n; primes.length < count; n++) if (primes.every((p) => n % p > 0n)) primes.push(n)
  return primes
}

/** The largest integer whose power is not above the value, by Newton's method from above. */
function floorRoot(value: bigint, power: bigint): bigint {
  let root = 1n << 72n
  for (;;) {
    const next = ((power - 1n) * root + value / root ** (power - 1n)) / power
    if (next >= root) return root
    root = next
  }
}
