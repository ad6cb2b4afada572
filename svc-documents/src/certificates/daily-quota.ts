/** Limits how many certificates an account may create per day, because log entries are permanent. */
import { AppError } from '@inkproof/service-kit/app-error'
import type { ConsumeLimit, Limit } from '@inkproof/service-kit/limit'
import { formatUtc } from '@inkproof/texts/format-utc'

/**
 * Counts new certificates towards the account's daily quota; those of a repeated request only once.
 *
 * @param requestId the same for each repetition of a request
 * @throws AppError DAILY_ALLOWANCE_USED with the time at which the quota resets
 */
export type ConsumeDailyQuota = (
  accountId: string,
  certificates: number,
  requestId: string,
) => Promise<void>

const DAY_SECONDS = 86_400

/** @param max certificates per 24 hours; the window starts with the first certificate */
export function createDailyQuota(
  consumeLimit: ConsumeLimit,
  max: number,
  now: () => Date,
): ConsumeDailyQuota {
  const limit: Limit = {
    name: 'certificates',
    max,
    windowSeconds: DAY_SECONDS,
    whenRedisFails: 'closed',
  }
  return async (accountId, certificates, requestId) => {
    try {
      await consumeLimit(limit, accountId, certificates, requestId)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') throw error
      throw quotaExceeded(max, error.details.retryAfterSeconds ?? DAY_SECONDS, now())
    }
  }
}

function quotaExceeded(max: number, retryAfterSeconds: number, now: Date): AppError {
  const resetsAt = formatUtc(now.getTime() + retryAfterSeconds * 1_000)
  const message = `limit of ${max} per day; resets on ${resetsAt}`
  return new AppError('DAILY_ALLOWANCE_USED', {
    retryAfterSeconds,
    issues: [{ path: '', message }],
  })
}
