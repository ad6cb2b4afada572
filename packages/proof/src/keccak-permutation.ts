/** Keccak-f[1600] (FIPS 202 §3), written out per lane. Lanes of 64 bits are two int32, low first. */

type Words<N extends number, T extends number[] = []> = T['length'] extends N
  ? T
  : Words<N, [...T, number]>

/** The 25 lanes, x + 5y, as 50 words: a tuple, so that each literal index is known to be there. */
export type Lanes = Words<50>

/** Round constants (FIPS 202 §3.2.5), from their feedback shift register. */
const ROUND = roundConstants()

/** State after θ, ρ and π of a round; every word of it is written before it is read. */
const turned = lanes()

/** All zero. */
export function lanes(): Lanes {
  return new Int32Array(50) as unknown as Lanes
}

function roundConstants(): Int32Array {
  const constants = new Int32Array(48)
  let register = 1
  for (let round = 0; round < 24; round++) {
    for (let j = 0; j < 7; j++) {
      const bit = 2 ** j - 1
      const word = 2 * round + (bit >> 5)
      if (register & 1) constants[word] = (constants[word] as number) ^ (1 << (bit & 31))
      register = (register << 1) ^ ((register >> 7) * 0x171)
    }
  }
  return constants
}

/** The 24 rounds, in place. */
export function permute(s: Lanes): void {
  for (let round = 0; round < 48; round += 2) {
    theta(s)
    for (let row = 0; row < 50; row += 10) chi(s, row)
    s[0] ^= ROUND[round] as number
    s[1] ^= ROUND[round + 1] as number
  }
}

/** θ: each lane takes in the parities of the columns beside its own; then ρ and π, column by column. */
function theta(s: Lanes): void {
  const c0 = s[0] ^ s[10] ^ s[20] ^ s[30] ^ s[40]
  const c1 = s[1] ^ s[11] ^ s[21] ^ s[31] ^ s[41]
  const c2 = s[2] ^ s[12] ^ s[22] ^ s[32] ^ s[42]
  const c3 = s[3] ^ s[13] ^ s[23] ^ s[33] ^ s[43]
  const c4 = s[4] ^ s[14] ^ s[24] ^ s[34] ^ s[44]
  const c5 = s[5] ^ s[15] ^ s[25] ^ s[35] ^ s[45]
  const c6 = s[6] ^ s[16] ^ s[26] ^ s[36] ^ s[46]
  const c7 = s[7] ^ s[17] ^ s[27] ^ s[37] ^ s[47]
  const c8 = s[8] ^ s[18] ^ s[28] ^ s[38] ^ s[48]
  const c9 = s[9] ^ s[19] ^ s[29] ^ s[39] ^ s[49]
  column0(s, turned, c8 ^ ((c2 << 1) | (c3 >>> 31)), c9 ^ ((c3 << 1) | (c2 >>> 31)))
  column1(s, turned, c0 ^ ((c4 << 1) | (c5 >>> 31)), c1 ^ ((c5 << 1) | (c4 >>> 31)))
  column2(s, turned, c2 ^ ((c6 << 1) | (c7 >>> 31)), c3 ^ ((c7 << 1) | (c6 >>> 31)))
  column3(s, turned, c4 ^ ((c8 << 1) | (c9 >>> 31)), c5 ^ ((c9 << 1) | (c8 >>> 31)))
  column4(s, turned, c6 ^ ((c0 << 1) | (c1 >>> 31)), c7 ^ ((c1 << 1) | (c0 >>> 31)))
}

function column0(s: Lanes, t: Lanes, low: number, high: number): void {
  const a0 = s[0] ^ low
  const b0 = s[1] ^ high
  t[0] = a0
  t[1] = b0
  const a1 = s[10] ^ low
  const b1 = s[11] ^ high
  t[33] = (a1 << 4) | (b1 >>> 28)
  t[32] = (b1 << 4) | (a1 >>> 28)
  const a2 = s[20] ^ low
  const b2 = s[21] ^ high
  t[14] = (a2 << 3) | (b2 >>> 29)
  t[15] = (b2 << 3) | (a2 >>> 29)
  const a3 = s[30] ^ low
  const b3 = s[31] ^ high
  t[47] = (a3 << 9) | (b3 >>> 23)
  t[46] = (b3 << 9) | (a3 >>> 23)
  const a4 = s[40] ^ low
  const b4 = s[41] ^ high
  t[28] = (a4 << 18) | (b4 >>> 14)
  t[29] = (b4 << 18) | (a4 >>> 14)
}

function column1(s: Lanes, t: Lanes, low: number, high: number): void {
  const a0 = s[2] ^ low
  const b0 = s[3] ^ high
  t[20] = (a0 << 1) | (b0 >>> 31)
  t[21] = (b0 << 1) | (a0 >>> 31)
  const a1 = s[12] ^ low
  const b1 = s[13] ^ high
  t[3] = (a1 << 12) | (b1 >>> 20)
  t[2] = (b1 << 12) | (a1 >>> 20)
  const a2 = s[22] ^ low
  const b2 = s[23] ^ high
  t[34] = (a2 << 10) | (b2 >>> 22)
  t[35] = (b2 << 10) | (a2 >>> 22)
  const a3 = s[32] ^ low
  const b3 = s[33] ^ high
  t[17] = (a3 << 13) | (b3 >>> 19)
  t[16] = (b3 << 13) | (a3 >>> 19)
  const a4 = s[42] ^ low
  const b4 = s[43] ^ high
  t[48] = (a4 << 2) | (b4 >>> 30)
  t[49] = (b4 << 2) | (a4 >>> 30)
}

function column2(s: Lanes, t: Lanes, low: number, high: number): void {
  const a0 = s[4] ^ low
  const b0 = s[5] ^ high
  t[41] = (a0 << 30) | (b0 >>> 2)
  t[40] = (b0 << 30) | (a0 >>> 2)
  const a1 = s[14] ^ low
  const b1 = s[15] ^ high
  t[22] = (a1 << 6) | (b1 >>> 26)
  t[23] = (b1 << 6) | (a1 >>> 26)
  const a2 = s[24] ^ low
  const b2 = s[25] ^ high
  t[5] = (a2 << 11) | (b2 >>> 21)
  t[4] = (b2 << 11) | (a2 >>> 21)
  const a3 = s[34] ^ low
  const b3 = s[35] ^ high
  t[36] = (a3 << 15) | (b3 >>> 17)
  t[37] = (b3 << 15) | (a3 >>> 17)
  const a4 = s[44] ^ low
  const b4 = s[45] ^ high
  t[19] = (a4 << 29) | (b4 >>> 3)
  t[18] = (b4 << 29) | (a4 >>> 3)
}

function column3(s: Lanes, t: Lanes, low: number, high: number): void {
  const a0 = s[6] ^ low
  const b0 = s[7] ^ high
  t[10] = (a0 << 28) | (b0 >>> 4)
  t[11] = (b0 << 28) | (a0 >>> 4)
  const a1 = s[16] ^ low
  const b1 = s[17] ^ high
  t[43] = (a1 << 23) | (b1 >>> 9)
  t[42] = (b1 << 23) | (a1 >>> 9)
  const a2 = s[26] ^ low
  const b2 = s[27] ^ high
  t[24] = (a2 << 25) | (b2 >>> 7)
  t[25] = (b2 << 25) | (a2 >>> 7)
  const a3 = s[36] ^ low
  const b3 = s[37] ^ high
  t[6] = (a3 << 21) | (b3 >>> 11)
  t[7] = (b3 << 21) | (a3 >>> 11)
  const a4 = s[46] ^ low
  const b4 = s[47] ^ high
  t[39] = (a4 << 24) | (b4 >>> 8)
  t[38] = (b4 << 24) | (a4 >>> 8)
}

function column4(s: Lanes, t: Lanes, low: number, high: number): void {
  const a0 = s[8] ^ low
  const b0 = s[9] ^ high
  t[30] = (a0 << 27) | (b0 >>> 5)
  t[31] = (b0 << 27) | (a0 >>> 5)
  const a1 = s[18] ^ low
  const b1 = s[19] ^ high
  t[12] = (a1 << 20) | (b1 >>> 12)
  t[13] = (b1 << 20) | (a1 >>> 12)
  const a2 = s[28] ^ low
  const b2 = s[29] ^ high
  t[45] = (a2 << 7) | (b2 >>> 25)
  t[44] = (b2 << 7) | (a2 >>> 25)
  const a3 = s[38] ^ low
  const b3 = s[39] ^ high
  t[26] = (a3 << 8) | (b3 >>> 24)
  t[27] = (b3 << 8) | (a3 >>> 24)
  const a4 = s[48] ^ low
  const b4 = s[49] ^ high
  t[8] = (a4 << 14) | (b4 >>> 18)
  t[9] = (b4 << 14) | (a4 >>> 18)
}

/** χ on one row: each lane is changed by the two that follow it. */
function chi(s: Lanes, row: number): void {
  const t0 = turned[row] as number
  const t1 = turned[row + 1] as number
  const t2 = turned[row + 2] as number
  const t3 = turned[row + 3] as number
  const t4 = turned[row + 4] as number
  const t5 = turned[row + 5] as number
  const t6 = turned[row + 6] as number
  const t7 = turned[row + 7] as number
  const t8 = turned[row + 8] as number
  const t9 = turned[row + 9] as number
  s[row] = t0 ^ (~t2 & t4)
  s[row + 1] = t1 ^ (~t3 & t5)
  s[row + 2] = t2 ^ (~t4 & t6)
  s[row + 3] = t3 ^ (~t5 & t7)
  s[row + 4] = t4 ^ (~t6 & t8)
  s[row + 5] = t5 ^ (~t7 & t9)
  s[row + 6] = t6 ^ (~t8 & t0)
  s[row + 7] = t7 ^ (~t9 & t1)
  s[row + 8] = t8 ^ (~t0 & t2)
  s[row + 9] = t9 ^ (~t1 & t3)
}
