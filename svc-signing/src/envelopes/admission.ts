/**
 * Decides who may start signing and how often, because entries of the record are permanent, and to how many people, because
 * nobody asked for their e-mails.
 */
import { AppError } from '@inkproof/service-kit/app-error'
import type { Session } from '@inkproof/service-kit/auth'
import { isPublicOrigin } from '@inkproof/service-kit/config'
import type { ConsumeLimit, Limit } from '@inkproof/service-kit/limit'

/**
 * Admits the start of a signing request, and counts it once, however often it is repeated.
 *
 * @param mailed number of people who get a link by e-mail
 * @throws AppError PERSON_NOT_VERIFIED, DAILY_ALLOWANCE_USED
 */
export type AdmitRequest = (
  account: Pick<Session, 'accountId' | 'isVerifiedPerson'>,
  envelopeId: string,
  mailed: number,
) => Promise<void>

/**
 * Admits an e-mail to one more person, and counts it once for each `deduplicationKey`.
 *
 * @throws AppError DAILY_ALLOWANCE_USED
 */
export type AdmitMail = (accountId: string, deduplicationKey: string) => Promise<void>

export type AdmissionDeps = {
  PUBLIC_ORIGIN: string
  ENVELOPES_A_DAY: number
  MAILED_RECIPIENTS_A_DAY: number
  consumeLimit: ConsumeLimit
}

/** The limits apply to any 24 hours. */
export function createAdmission(deps: AdmissionDeps): AdmitRequest {
  const requests = daily('envelopes-a-day', deps.ENVELOPES_A_DAY)
  const recipients = mailedRecipients(deps)
  const needsPerson = isPublicOrigin(deps.PUBLIC_ORIGIN)
  return async ({ accountId, isVerifiedPerson }, envelopeId, mailed) => {
    if (needsPerson && !isVerifiedPerson) throw new AppError('PERSON_NOT_VERIFIED')
    await withinAllowance(async () => {
      if (mailed > 0) await deps.consumeLimit(recipients, accountId, mailed, envelopeId)
      await deps.consumeLimit(requests, accountId, 1, envelopeId)
    })
  }
}

/** The same limit as for the recipients of new requests. */
export function createMailAdmission(
  deps: Pick<AdmissionDeps, 'MAILED_RECIPIENTS_A_DAY' | 'consumeLimit'>,
): AdmitMail {
  const recipients = mailedRecipients(deps)
  return (accountId, deduplicationKey) =>
    withinAllowance(() => deps.consumeLimit(recipients, accountId, 1, deduplicationKey))
}

async function withinAllowance(consume: () => Promise<void>): Promise<void> {
  try {
    await consume()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') throw error
    throw new AppError('DAILY_ALLOWANCE_USED', error.details)
  }
}

function mailedRecipients(deps: Pick<AdmissionDeps, 'MAILED_RECIPIENTS_A_DAY'>): Limit {
  return daily('mailed-recipients-a-day', deps.MAILED_RECIPIENTS_A_DAY)
}

function daily(name: string, max: number): Limit {
  return { name, max, windowSeconds: 86_400, isRolling: true, whenRedisFails: 'closed' }
}
