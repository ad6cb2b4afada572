/** A session ends seven days after sign-in, even if it is in use. */
export const ABSOLUTE_LIMIT_MS = 7 * 24 * 60 * 60 * 1_000
