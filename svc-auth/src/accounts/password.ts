import { availableParallelism } from 'node:os'
import { createBoundedQueue } from '@inkproof/service-kit/bounded-queue'
import { hash, verify } from '@node-rs/argon2'

/**
 * Argon2id with the OWASP minimum, 19 MiB and two passes: 6 to 9 ms on a small machine.
 * The library hashes on worker threads, never on the event loop.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Verified for unknown addresses, so that they take as long as a wrong password. No account has this password. */
const UNKNOWN_ACCOUNT_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$qIcot/HCiy6i8irgx8I8NQ$hoSTLv2q4U7rIx0EieFeloeakkQkgm8F/t93FPeGATI'

/** Minimum length in Unicode code points. */
const MIN_CHARACTERS = 8

export function isLongEnough(password: string): boolean {
  return [...password].length >= MIN_CHARACTERS
}

export function hashPassword(password: string): Promise<string> {
  return runInQueue(() => hash(normalizePassword(password), COST))
}

/** Returns whether a password matches an account's hash. Without a hash, returns false after the same time. */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const isMatch = await runInQueue(() =>
    verify(passwordHash ?? UNKNOWN_ACCOUNT_HASH, normalizePassword(password)),
  )
  return isMatch && passwordHash !== undefined
}

/**
 * Hashing occupies a whole core, so more concurrent hashes than cores would only slow down everything else. Each hash
 * also occupies one of the four libuv worker threads (`UV_THREADPOOL_SIZE`), which file access and DNS lookups need
 * too, so one is left free. For more sign-ins, run more instances of the service.
 */
const MAX_CONCURRENT = Math.min(availableParallelism(), 3)
/** Maximum number of running and queued hashes; further ones are rejected. */
const MAX_PENDING = 32
const runInQueue = createBoundedQueue(MAX_CONCURRENT, MAX_PENDING - MAX_CONCURRENT)

/** Normalizes Unicode: systems encode the same typed character differently (NIST SP 800-63B §3.1.1.2). */
function normalizePassword(password: string): string {
  return password.normalize('NFKC')
}
