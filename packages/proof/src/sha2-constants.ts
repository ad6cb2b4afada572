/**
 * The constants of SHA-256 and SHA-512, computed from their definition in FIPS 180-4 §4.2 and §5.3.
 */

const PRIMES = firstPrimes(80)

/** Mask of 64 bits. */
export const MASK = (1n << 64n) - 1n

/**
 * First 64 bits of the fractional parts of the cube roots of the first 80 primes. SHA-256 uses the upper half of each
 * of the first 64.
 */
export const CUBE_ROOTS = PRIMES.map((prime) => floorRoot(prime, 3) & MASK)

/** First 64 bits of the fractional parts of the square roots of the first eight primes. */
export const SQUARE_ROOTS = PRIMES.slice(0, 8).map((prime) => floorRoot(prime, 2) & MASK)

function firstPrimes(count: number): bigint[] {
  const primes: bigint[] = []
  for (let n = 2n; primes.length < count; n++) if (primes.every((p) => n % p > 0n)) primes.push(n)
  return primes
}

/** Computes floor(root · 2^64) by Newton's method from above. */
function floorRoot(prime: bigint, degree: number): bigint {
  const power = BigInt(degree)
  const value = prime << (64n * power)
  // A double is exact to 40 fractional bits. Starting from it saves iterations, which matters on a
  // cold start.
  let root = BigInt(Math.ceil(Number(prime) ** (1 / degree) * 2 ** 40) + 1) << 24n
  for (;;) {
    const next = ((power - 1n) * root + value / root ** (power - 1n)) / power
    if (next >= root) return root
    root = next
  }
}
