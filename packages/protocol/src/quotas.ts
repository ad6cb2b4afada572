/** What a workspace may use in a month, and what it has used. */
import * as z from 'zod/mini'

/** What counts towards the quota of a workspace: each is counted once, when it is started. */
export const QUOTA_KINDS = ['signing-request'] as const
export type QuotaKind = (typeof QUOTA_KINDS)[number]

/** The quota of a workspace in the current calendar month (UTC). */
export const Quota = z.strictObject({
  /** Null: unlimited. */
  limit: z.nullable(z.int().check(z.positive())),
  used: z.int().check(z.nonnegative()),
  /** The start of the next month. */
  resetsAt: z.iso.datetime(),
})
export type Quota = z.infer<typeof Quota>
