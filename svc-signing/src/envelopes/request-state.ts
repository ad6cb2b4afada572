/** Refusals that follow from a request's state and recipient. */
import { AppError } from '@inkproof/service-kit/app-error'
import { expiryOf } from './answer-times.ts'
import type { EnvelopeRow, RecipientRow, RequestRow } from './envelopes.model.ts'
import { hasTurn, isActive, mustAct } from './turns.ts'

/** @throws AppError ENVELOPE_NOT_STARTED */
export function requireStarted({ request }: EnvelopeRow): RequestRow {
  if (!request) throw new AppError('ENVELOPE_NOT_STARTED')
  return request
}

/** Returns a recipient. @throws AppError ENVELOPE_NOT_FOUND */
export function requireRecipient({ recipients }: EnvelopeRow, id: string): RecipientRow {
  const recipient = recipients.find((item) => item.id === id)
  if (!recipient) throw new AppError('ENVELOPE_NOT_FOUND')
  return recipient
}

/** Returns the index of the request's first entry, which the last one names. @throws AppError UNAVAILABLE before it is recorded */
export function requireFirstIndex({ steps }: EnvelopeRow): number {
  const index = steps[0]?.index
  if (typeof index !== 'number') throw new AppError('UNAVAILABLE')
  return index
}

/** Whether the request was declined, discarded or has expired. */
export function hasEndedUnsigned({ state }: Pick<EnvelopeRow, 'state'>): boolean {
  return state === 'declined' || state === 'voided' || state === 'expired'
}

/** Whether a request is past its expiry, also before the job has ended it. */
export function hasExpired({ recipients, request, state }: EnvelopeRow, now: Date): boolean {
  return state === 'signing' && request !== null && expiryOf(recipients, request) <= now
}

/**
 * Checks that recipients can still act.
 *
 * @throws AppError ENVELOPE_ENDED, ALREADY_SIGNED
 */
export function requireOpen(row: EnvelopeRow, now: Date): void {
  if (hasEndedUnsigned(row) || hasExpired(row, now)) throw new AppError('ENVELOPE_ENDED')
  if (row.state !== 'signing') throw new AppError('ALREADY_SIGNED')
}

/**
 * Checks that nobody has replaced a recipient. After a correction, the old address may be a stranger's, who learns nothing.
 *
 * @throws AppError HANDED_OVER; SIGNING_LINK_NOT_FOUND after a correction
 */
export function requireActive(recipient: RecipientRow): void {
  if (isActive(recipient)) return
  throw new AppError(recipient.isCorrected ? 'SIGNING_LINK_NOT_FOUND' : 'HANDED_OVER')
}

/**
 * Checks that a recipient can bind a key, sign, approve, decline or hand over now.
 *
 * @throws AppError ENVELOPE_NOT_STARTED, NOTHING_TO_SIGN, ENVELOPE_ENDED, ALREADY_SIGNED, NOT_YOUR_TURN, and those of
 * `requireActive`
 */
export function requireTurn(row: EnvelopeRow, recipient: RecipientRow, now: Date): void {
  requireStarted(row)
  requireActive(recipient)
  if (!mustAct(recipient)) throw new AppError('NOTHING_TO_SIGN')
  requireOpen(row, now)
  if (recipient.statement) throw new AppError('ALREADY_SIGNED')
  if (!hasTurn(row.recipients, recipient)) throw new AppError('NOT_YOUR_TURN')
}
