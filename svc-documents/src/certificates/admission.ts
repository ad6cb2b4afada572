/**
 * Decides who may add certificates, and how many, because log entries are permanent: on a public origin only people (see
 * `isVerifiedPerson` of a session), and everywhere a limited number per day.
 */
import type { ErrorCode } from '@inkproof/protocol/errors'
import { AppError } from '@inkproof/service-kit/app-error'
import type { Session } from '@inkproof/service-kit/auth'
import { isPublicOrigin } from '@inkproof/service-kit/config'
import type { ConsumeLimit, Limit, RefundLimit } from '@inkproof/service-kit/limit'
import { formatUtc } from '@inkproof/texts/format-utc'

/** Who adds certificates, and the client's network: an IPv4 address or an IPv6 /64. */
export type Requester = Pick<Session, 'accountId' | 'isVerifiedPerson'> & { network: string }

/**
 * Admits a number of new certificates and counts them; those of a repeated request only once.
 *
 * @param deduplicationKey the same for each repetition of a request; a repetition from another network counts again for
 * the account
 * @throws AppError PERSON_NOT_VERIFIED; DAILY_ALLOWANCE_USED, NETWORK_ALLOWANCE_USED with the time at which the limit
 * resets
 */
export type AdmitCertificates = (
  requester: Requester,
  certificates: number,
  deduplicationKey: string,
) => Promise<void>

export type AdmissionDeps = {
  PUBLIC_ORIGIN: string
  CERTIFICATES_A_DAY: number
  CERTIFICATES_A_DAY_FROM_ADDRESS: number
  consumeLimit: ConsumeLimit
  refundLimit: RefundLimit
  now: () => Date
}

const DAY_SECONDS = 86_400

/** The limits apply to any 24 hours. On localhost all visitors have the same address. */
export function createAdmission(deps: AdmissionDeps): AdmitCertificates {
  const byAccount = dailyLimit('certificates', deps.CERTIFICATES_A_DAY)
  const byNetwork = dailyLimit('certificates-from', deps.CERTIFICATES_A_DAY_FROM_ADDRESS)
  const consume = async (
    limit: Limit,
    key: string,
    count: number,
    deduplicationKey: string,
    code: ErrorCode,
  ) => {
    try {
      await deps.consumeLimit(limit, key, count, deduplicationKey)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') throw error
      const retryAfterSeconds = error.details.retryAfterSeconds ?? DAY_SECONDS
      throw allowanceUsed(code, limit.max, retryAfterSeconds, deps.now())
    }
  }
  if (!isPublicOrigin(deps.PUBLIC_ORIGIN))
    return ({ accountId }, count, deduplicationKey) =>
      consume(byAccount, accountId, count, deduplicationKey, 'DAILY_ALLOWANCE_USED')
  return async ({ accountId, isVerifiedPerson, network }, count, deduplicationKey) => {
    if (!isVerifiedPerson) throw new AppError('PERSON_NOT_VERIFIED')
    // With the network, so that a refusal in one network never undoes what another network has counted.
    const accountKey = `${network} ${deduplicationKey}`
    await consume(byAccount, accountId, count, accountKey, 'DAILY_ALLOWANCE_USED')
    try {
      await consume(byNetwork, network, count, deduplicationKey, 'NETWORK_ALLOWANCE_USED')
    } catch (error) {
      // Nothing was added, so the account keeps its allowance for another network or another time. After any other
      // error, a concurrent repetition may have been admitted.
      if (error instanceof AppError && error.code === 'NETWORK_ALLOWANCE_USED')
        await deps.refundLimit(byAccount, accountId, count, accountKey)
      throw error
    }
  }
}

function dailyLimit(name: string, max: number): Limit {
  return { name, max, windowSeconds: DAY_SECONDS, isRolling: true, whenRedisFails: 'closed' }
}

function allowanceUsed(
  code: ErrorCode,
  max: number,
  retryAfterSeconds: number,
  now: Date,
): AppError {
  const resetsAt = formatUtc(now.getTime() + retryAfterSeconds * 1_000)
  const message = `limit of ${max} per day; resets on ${resetsAt}`
  return new AppError(code, { retryAfterSeconds, issues: [{ path: '', message }] })
}
