/** Maximum age of a session, even if it is in use: seven days. */
export const ABSOLUTE_LIMIT_MS = 7 * 24 * 60 * 60 * 1_000
