/** Maximum clock difference between two machines, in seconds. */
export const CLOCK_TOLERANCE_SECONDS = 30

/**
 * Rejects a token issued in the future: RFC 7519 does not require that check, and jsonwebtoken does not make it. Such a
 * token would otherwise be valid for longer than its lifetime.
 *
 * @param issuedAt the claim `iat`, in seconds since the Unix epoch
 * @throws Error if it is later than the clock of this machine allows
 */
export function requirePastIssueTime(issuedAt: number): void {
  if (issuedAt > Date.now() / 1_000 + CLOCK_TOLERANCE_SECONDS)
    throw new Error('issued in the future')
}
