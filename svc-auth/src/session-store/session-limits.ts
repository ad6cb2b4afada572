/** A session ends seven days after sign-in, however much it is used. */
export const ABSOLUTE_LIMIT_MS = 7 * 24 * 60 * 60 * 1_000
