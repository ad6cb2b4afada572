/** What a hand-over, a correction and a new address have in common: another row takes the place of a recipient. */
import { AppError } from '@inkproof/service-kit/app-error'
import type { StepClaims } from '@inkproof/signing/step'
import { epochOf } from './actor.ts'
import { answerTimeFrom } from './answer-times.ts'
import { asciiEmail } from './ascii-email.ts'
import type { EnvelopeRow, RecipientRow } from './envelopes.model.ts'
import { newRecipient } from './request-recipients.ts'
import { requireStarted } from './request-state.ts'

/** `email`: normalized, as {@link requireAscii} returns it. */
export type Person = { name: string; email: string }

export type Replacement = {
  next: RecipientRow
  /** Of the step that records a hand-over or a correction. */
  claims: StepClaims<'handed-over'>
  /** The values of the row to change, by path. The mailed code and the waiting key of the old row end. */
  set: Readonly<Record<string, unknown>>
}

/**
 * Returns the row that takes the place of a recipient: with the same order, role and fields, a new ID, a new link, and no
 * access code. If their time to act has begun, it begins anew, because the new person gets a new e-mail; it never ends earlier than
 * before, because the sender may have extended it.
 */
export function replaceRecipient(
  row: EnvelopeRow,
  recipient: RecipientRow,
  { email, name }: Person,
  now: Date,
): Replacement {
  const request = requireStarted(row)
  const { language } = request
  const { answerWithinDays, order, original, role } = recipient
  const index = row.recipients.length
  const next: RecipientRow = {
    ...newRecipient(index, { name, email, order, role }),
    original,
    ...(answerWithinDays !== undefined && { answerWithinDays }),
    // Before their turn, no time has begun.
    ...(recipient.answerBy && {
      answerBy: laterOf(recipient.answerBy, answerTimeFrom(now, recipient, request).answerBy),
    }),
  }
  const epoch = String(epochOf(next))
  const path = `recipients.${row.recipients.indexOf(recipient)}`
  return {
    next,
    claims: { recipient: recipient.id, to: next.id, epoch, name, email, language },
    set: {
      [`${path}.handedOverTo`]: next.id,
      [`${path}.code`]: null,
      [`${path}.otherKey`]: null,
      [`recipients.${index}`]: next,
    },
  }
}

function laterOf(first: Date, second = first): Date {
  return first > second ? first : second
}

/** Returns an address as envelopes contain it. @throws AppError INVALID_INPUT if it cannot be in a digital ID */
export function requireAscii(email: string): string {
  const address = asciiEmail(email)
  if (address !== undefined) return address
  const issues = [{ path: 'email', message: 'expected an address of ASCII characters' }]
  throw new AppError('INVALID_INPUT', { issues })
}
