/** Refusals that follow from a request's state and recipient. */
import { AppError } from '@inkproof/service-kit/app-error'
import type { EnvelopeRow, RecipientRow, RequestRow } from './envelopes.model.ts'

/** @throws AppError ENVELOPE_NOT_STARTED */
export function requireStarted({ request }: EnvelopeRow): RequestRow {
  if (!request) throw new AppError('ENVELOPE_NOT_STARTED')
  return request
}

/**
 * Returns the recipient if it is this account.
 *
 * @throws AppError ENVELOPE_NOT_FOUND, NOT_YOUR_SIGNATURE
 */
export function requireRecipient(
  { recipients }: EnvelopeRow,
  id: string,
  accountId: string,
): RecipientRow {
  const recipient = recipients.find((item) => item.id === id)
  if (!recipient) throw new AppError('ENVELOPE_NOT_FOUND')
  if (recipient.accountId !== accountId) throw new AppError('NOT_YOUR_SIGNATURE')
  return recipient
}

/**
 * Checks that recipients can still sign. A request can be past its expiry before the job has ended it.
 *
 * @throws AppError ENVELOPE_ENDED, ALREADY_SIGNED
 */
export function requireOpen({ request, state }: EnvelopeRow, now: Date): void {
  const isOver = state === 'voided' || state === 'expired'
  if (isOver || (state === 'signing' && request && request.expiresAt <= now))
    throw new AppError('ENVELOPE_ENDED')
  if (state !== 'signing') throw new AppError('ALREADY_SIGNED')
}
