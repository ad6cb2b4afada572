import { AppError } from '@inkproof/service-kit/app-error'
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
  return bounded(() => hash(prepared(password), COST))
}

/** Whether the password fits the account's hash; without an account it takes the same time and is false. */
export async function isPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const fits = await bounded(() => verify(passwordHash ?? NOBODYS_HASH, prepared(password)))
  return fits && passwordHash !== undefined
}

/** More than this many at once would only wait for one another: the rest are told to retry. */
const MOST_AT_ONCE = 32
let atOnce = 0

/** @throws AppError UNAVAILABLE when too many passwords are being checked already. */
async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (atOnce >= MOST_AT_ONCE) throw new AppError('UNAVAILABLE')
  atOnce += 1
  try {
    return await work()
  } finally {
    atOnce -= 1
  }
}

/** One character can be typed as different code points on different systems (NIST SP 800-63B §3.1.1.2). */
function prepared(password: string): string {
  return password.normalize('NFKC')
}
