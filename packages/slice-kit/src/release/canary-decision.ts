/** What browsers have reported about one version: visits, and how many of them had a failure. */
export type Counts = { visits: number; failures: number }

/** Counts of the last 24 hours. `since` is when the first of these hours began (ISO 8601, in UTC). */
export type Reading = Counts & { since: string }

/** When a canary has failed, and when it may become live. */
export type CanaryLimits = {
  /** The largest share of visits with failures, in percent. */
  thresholdPercent: number
  /** Fewer failures never end a canary. */
  minFailures: number
  /** With fewer visits, a version does not become live. */
  minVisits: number
}

export type Decision =
  | { kind: 'continue' }
  | { kind: 'passed' }
  /** Browsers reported failures above the threshold: the canary ends at once. */
  | { kind: 'failed'; reason: string }
  /** The canary ended without a verdict: too few browsers reported, it was interrupted, or the reports could not be read. */
  | { kind: 'undecided'; reason: string }

/** Decides how a canary continues. `isOver` tells that its time has passed. */
export function decide(
  { visits, failures: reported }: Counts,
  { thresholdPercent, minFailures, minVisits }: CanaryLimits,
  isOver: boolean,
): Decision {
  // Anyone can report failures without a visit.
  const failures = Math.min(reported, visits)
  if (failures >= minFailures && failures * 100 > visits * thresholdPercent) {
    const reason = `browsers reported failures in ${failures} of ${visits} visits; the threshold is ${thresholdPercent} %`
    return { kind: 'failed', reason }
  }
  if (!isOver) return { kind: 'continue' }
  if (visits >= minVisits) return { kind: 'passed' }
  return {
    kind: 'undecided',
    reason: `browsers reported ${visits} of the required ${minVisits} visits`,
  }
}

/**
 * Adds what was reported between two readings to `sum`. A reading covers the last 24 hours, so it can be lower than the one
 * before: reports that expire are no reason to forget the ones during this canary.
 */
export function addIncrease(sum: Counts, before: Counts, after: Counts): Counts {
  return {
    visits: sum.visits + Math.max(0, after.visits - before.visits),
    failures: sum.failures + Math.max(0, after.failures - before.failures),
  }
}

/**
 * Returns the newer of two readings. Each instance of the service keeps the counts for some seconds, so a reading from another
 * instance can be older than the one before; of the same hours, it then has lower counts.
 */
export function newerReading(last: Reading, next: Reading): Reading {
  if (next.since !== last.since) return next.since > last.since ? next : last
  return next.visits < last.visits || next.failures < last.failures ? last : next
}
