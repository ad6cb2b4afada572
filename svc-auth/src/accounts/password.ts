import { availableParallelism } from 'node:os'
import { createBoundedQueue } from '@inkproof/service-kit/bounded-queue'
import { hash, verify } from '@node-rs/argon2'

/**
 * Argon2id with the OWASP minimum, 19 MiB and two passes: 6 to 9 ms on a small machine.
 * The library hashes on worker threads, never on the event loop.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hash of a password nobody has, so that an unknown address takes as long as a wrong password. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$qIcot/HCiy6i8irgx8I8NQ$hoSTLv2q4U7rIx0EieFeloeakkQkgm8F/t93FPeGATI'

/** Minimum length in characters as people count them. */
const MIN_CHARACTERS = 8

export function isLongEnough(password: string): boolean {
  return [...password].length >= MIN_CHARACTERS
}

export function hashPassword(password: string): Promise<string> {
  return runInQueue(() => hash(prepared(password), COST))
}

/** Whether the password fits the account's hash; without an account it takes the same time and is false. */
export async function isPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const fits = await runInQueue(() => verify(passwordHash ?? NOBODYS_HASH, prepared(password)))
  return fits && passwordHash !== undefined
}

/**
 * Each takes a whole processor: more at once than there are would only wait for one another, and keep the
 * processor from the calls around them. Each also takes one of the four threads Node starts for slow work
 * (libuv, `UV_THREADPOOL_SIZE`); files and names of hosts are looked up by these as well, so one is left to
 * them. A machine with more processors serves more sign-ins by more copies of the service.
 */
const AT_ONCE = Math.min(availableParallelism(), 3)
/** How many may be under way or wait before others are told to come again. */
const MOST = 32
const runInQueue = createBoundedQueue(AT_ONCE, MOST - AT_ONCE)

/** One character can be typed as different code points on different systems (NIST SP 800-63B §3.1.1.2). */
function prepared(password: string): string {
  return password.normalize('NFKC')
}
