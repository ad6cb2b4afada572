/** The limits of browser reports. Separate from their schemas, so that the code that reports does not load a schema library. */

/** A report lists at most this many parts: the shell and the slices that the visit has loaded. */
export const MAX_REPORTED_PARTS = 8

/** The most that one report adds to a count, and that a browser reports of one visit: no visit dominates the counts. */
export const MAX_OF_VISIT = { visits: 1, failures: 1, errors: 10, violations: 10 } as const
