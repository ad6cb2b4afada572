/** Asks several addresses one after another. */
import { UnusableCrl, UnusableOcsp } from '../errors.ts'

export type FetchOptions = { now: Date; timeoutMs: number }

/**
 * Returns what the first of the addresses that works returns. A revocation ends it: other addresses do not take it back.
 *
 * @throws UnusableCrl, UnusableOcsp of the last address that was asked
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
