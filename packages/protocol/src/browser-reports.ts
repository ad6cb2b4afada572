/** What browsers report about visits, and the counts of these reports; the calls are in calls/browser-reports.ts. */
import * as z from 'zod/mini'
import { MAX_REPORTED_PARTS } from './report-limits.ts'

/** The name of a part, which is also the folder of its released versions. */
const PartName = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,63}$/))
const Version = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,63}$/))

const ReportedNumber = z.int().check(z.gte(0), z.lte(1000))

/** Measurements of a visit, as defined by Web Vitals (https://web.dev/articles/vitals). Each is reported once. */
export const ReportedVitals = z.strictObject({
  /** Largest Contentful Paint, in milliseconds. */
  lcp: z.optional(z.number().check(z.gte(0), z.lte(3_600_000))),
  /** Interaction to Next Paint, in milliseconds. */
  inp: z.optional(z.number().check(z.gte(0), z.lte(3_600_000))),
  /** Cumulative Layout Shift, without a unit. */
  cls: z.optional(z.number().check(z.gte(0), z.lte(1000))),
})
export type ReportedVitals = z.infer<typeof ReportedVitals>

/**
 * What happened in one version of a part since the visit's previous report. `visits` is 1 in the first report of a visit
 * that contains the part. `failures` is 1 once the part has failed to load, threw when evaluated or crashed while rendering.
 */
export const ReportedPart = z.strictObject({
  package: PartName,
  version: Version,
  visits: z.union([z.literal(0), z.literal(1)]),
  failures: ReportedNumber,
  /** Uncaught errors and unhandled rejections. */
  errors: ReportedNumber,
  /** Violations of the content security policy. */
  violations: ReportedNumber,
  vitals: z.optional(ReportedVitals),
})
export type ReportedPart = z.infer<typeof ReportedPart>

export const BrowserReport = z.strictObject({
  parts: z.array(ReportedPart).check(z.minLength(1), z.maxLength(MAX_REPORTED_PARTS)),
})
export type BrowserReport = z.infer<typeof BrowserReport>

/** How many visits had a good, fair (needs improvement) or poor measurement. */
export const VitalRatings = z.strictObject({ good: z.int(), fair: z.int(), poor: z.int() })
export type VitalRatings = z.infer<typeof VitalRatings>

/** The counts of one version of a part. */
export const PartCounts = z.strictObject({
  package: z.string(),
  version: z.string(),
  /** Visits in which the browser loaded or tried to load this part. */
  visits: z.int(),
  /** Visits in which it failed to load, threw when evaluated or crashed while rendering. */
  failures: z.int(),
  /** Uncaught errors and unhandled rejections, at most ten for each report. */
  errors: z.int(),
  /** Violations of the content security policy, at most ten for each report. */
  violations: z.int(),
  vitals: z.strictObject({ lcp: VitalRatings, inp: VitalRatings, cls: VitalRatings }),
})
export type PartCounts = z.infer<typeof PartCounts>

/** The counts of the last 24 hours: of the current hour and the 23 before it. `since` is the beginning of the first. */
export const BrowserReportCounts = z.strictObject({
  since: z.iso.datetime(),
  parts: z.array(PartCounts),
})
export type BrowserReportCounts = z.infer<typeof BrowserReportCounts>
