/** Decides who may start signing, and how often, because entries of the record are permanent. */
import { AppError } from '@inkproof/service-kit/app-error'
import type { Session } from '@inkproof/service-kit/auth'
import { isPublicOrigin } from '@inkproof/service-kit/config'
import type { ConsumeLimit } from '@inkproof/service-kit/limit'

/**
 * Admits the start of a signing request, and counts it once, however often it is repeated.
 *
 * @throws AppError PERSON_NOT_VERIFIED, DAILY_ALLOWANCE_USED
 */
export type AdmitRequest = (
  account: Pick<Session, 'accountId' | 'isVerifiedPerson'>,
  envelopeId: string,
) => Promise<void>

export type AdmissionDeps = {
  PUBLIC_ORIGIN: string
  ENVELOPES_A_DAY: number
  consumeLimit: ConsumeLimit
}

/** The limit applies to any 24 hours. */
export function createAdmission(deps: AdmissionDeps): AdmitRequest {
  const limit = {
    name: 'envelopes-a-day',
    max: deps.ENVELOPES_A_DAY,
    windowSeconds: 86_400,
    isRolling: true,
    whenRedisFails: 'closed',
  } as const
  const needsPerson = isPublicOrigin(deps.PUBLIC_ORIGIN)
  return async ({ accountId, isVerifiedPerson }, envelopeId) => {
    if (needsPerson && !isVerifiedPerson) throw new AppError('PERSON_NOT_VERIFIED')
    try {
      await deps.consumeLimit(limit, accountId, 1, envelopeId)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') throw error
      throw new AppError('DAILY_ALLOWANCE_USED', error.details)
    }
  }
}
