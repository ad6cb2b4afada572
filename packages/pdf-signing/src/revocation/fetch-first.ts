/** Asks several addresses one after another. */
import { UnusableCrl, UnusableOcsp } from '../errors.ts'

export type FetchOptions = { now: Date; timeoutMs: number }

/**
 * Returns the result of the first address that works. After a revocation, no further address is asked.
 *
 * @throws UnusableCrl, UnusableOcsp of the last address that was asked, or of the one that names the certificate as revoked
 */
export async function fetchFirst(
  urls: readonly string[],
  fetchFrom: (url: string) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  let failure: unknown
  for (const url of urls) {
    try {
      return await fetchFrom(url)
    } catch (error) {
      if (!isUnusable(error) || error.code === 'revoked') throw error
      failure = error
    }
  }
  throw failure
}

export function isUnusable(error: unknown): error is UnusableCrl | UnusableOcsp {
  return error instanceof UnusableCrl || error instanceof UnusableOcsp
}
