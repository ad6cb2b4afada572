import { availableParallelism } from 'node:os'
import { createBoundedQueue } from '@inkproof/service-kit/bounded-queue'
import { hash, verify } from '@node-rs/argon2'

/**
 * Argon2id with the OWASP minimum, 19 MiB and two passes: 6 to 9 ms on a small machine.
 * The library hashes on worker threads, never on the event loop.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hash of a password that no account has, so that an unknown address takes as long as a wrong password. */
const UNKNOWN_ACCOUNT_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$qIcot/HCiy6i8irgx8I8NQ$hoSTLv2q4U7rIx0EieFeloeakkQkgm8F/t93FPeGATI'

/** Minimum length in user-perceived characters. */
const MIN_CHARACTERS = 8

export function isLongEnough(password: string): boolean {
  return [...password].length >= MIN_CHARACTERS
}

export function hashPassword(password: string): Promise<string> {
  return runInQueue(() => hash(prepared(password), COST))
}

/** Whether the password matches the account's hash. Without an account it takes the same time and returns false. */
export async function isPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const fits = await runInQueue(() =>
    verify(passwordHash ?? UNKNOWN_ACCOUNT_HASH, prepared(password)),
  )
  return fits && passwordHash !== undefined
}

/**
 * Each hash uses a whole core, so running more than there are cores would only slow them and other requests down.
 * Each also uses one of the four libuv worker threads (`UV_THREADPOOL_SIZE`), which file access and DNS lookups
 * need too, so one is left free. For more sign-ins, run more instances of the service.
 */
const AT_ONCE = Math.min(availableParallelism(), 3)
/** Maximum number of running and waiting hashes; further ones are refused until there is room. */
const MOST = 32
const runInQueue = createBoundedQueue(AT_ONCE, MOST - AT_ONCE)

/** The same character can be typed as different code points on different systems (NIST SP 800-63B §3.1.1.2). */
function prepared(password: string): string {
  return password.normalize('NFKC')
}
