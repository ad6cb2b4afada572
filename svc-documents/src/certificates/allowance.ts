/** How many certificates an account may make in a day: each stays in the record for ever. */
import { AppError } from '@inkproof/service-kit/app-error'
import type { Limit, TakeLimit } from '@inkproof/service-kit/limit'

/** Counts so many new certificates. @throws AppError DAILY_ALLOWANCE_USED that names when it goes on */
export type TakeAllowance = (accountId: string, certificates: number) => Promise<void>

const DAY_SECONDS = 86_400

/** @param max certificates in a day, which begins with the first of them */
export function dailyAllowance(takeLimit: TakeLimit, max: number, now: () => Date): TakeAllowance {
  const limit: Limit = {
    name: 'certificates',
    max,
    windowSeconds: DAY_SECONDS,
    whenRedisFails: 'closed',
  }
  return async (accountId, certificates) => {
    try {
      await takeLimit(limit, accountId, certificates)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') throw error
      throw used(max, error.details.retryAfterSeconds ?? DAY_SECONDS, now())
    }
  }
}

function used(max: number, retryAfterSeconds: number, now: Date): AppError {
  const [day, time] = new Date(now.getTime() + retryAfterSeconds * 1_000).toISOString().split('T')
  const message = `${max} in a day; it goes on at ${time?.slice(0, 5)} UTC on ${day}`
  return new AppError('DAILY_ALLOWANCE_USED', {
    retryAfterSeconds,
    issues: [{ path: '', message }],
  })
}
