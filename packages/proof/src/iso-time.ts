import { must } from './proof-error.ts'

/**
 * Converts a block time in seconds to ISO 8601, UTC.
 *
 * @throws ProofError BAD_HEADER beyond the year 275760
 */
export function isoTime(seconds: bigint): string {
  must(seconds <= 8_640_000_000_000n, 'BAD_HEADER', 'The block time is out of range.')
  return new Date(Number(seconds) * 1000).toISOString()
}
