/** Lets the sender extend the deadline of a recipient who has less time than the request. */
import { AppError } from '@inkproof/service-kit/app-error'
import type { Session } from '@inkproof/service-kit/auth'
import { type ChangeDeps, changeRequest } from './change-request.ts'
import type { EnvelopeRow, RecipientRow, RequestRow } from './envelopes.model.ts'
import { requireOpen, requireRecipient, requireStarted } from './request-state.ts'
import { appendStep } from './steps.ts'
import { isActive } from './turns.ts'

/** Each extension is an entry of the record and an e-mail, and evidence has a limited number of steps. */
const MAX_EXTENSIONS_PER_RECIPIENT = 5

/**
 * Sets a later deadline of a recipient, at most that of the request, which everybody signs. Setting the present deadline again
 * changes nothing.
 *
 * @param read the request, which the caller may see
 * @param answerBy is cut to the second
 * @throws AppError ENVELOPE_NOT_STARTED, NOT_THE_SENDER, ENVELOPE_NOT_FOUND, ENVELOPE_ENDED, ALREADY_SIGNED, RECIPIENT_REPLACED,
 * NO_DEADLINE_TO_EXTEND, DEADLINE_REFUSED, EXTENDED_TOO_OFTEN
 */
export async function extendRecipient(
  deps: ChangeDeps,
  session: Pick<Session, 'accountId'>,
  read: () => Promise<EnvelopeRow>,
  recipientId: string,
  answerBy: Date,
): Promise<EnvelopeRow> {
  const until = new Date(answerBy.getTime() - (answerBy.getTime() % 1_000))
  return changeRequest(deps, read, async (row) => {
    const request = requireStarted(row)
    if (row.accountId !== session.accountId) throw new AppError('NOT_THE_SENDER')
    const recipient = requireRecipient(row, recipientId)
    const now = deps.now()
    requireOpen(row, now)
    const before = requireRunningTime(recipient)
    if (before.getTime() === until.getTime()) return null
    requireLater(until, before, request)
    requireExtensionsLeft(row, recipient)
    const claims = { recipient: recipient.id, until: `${until.toISOString().slice(0, 19)}Z` }
    const path = `recipients.${row.recipients.indexOf(recipient)}`
    return {
      steps: appendStep(row.steps, request.digest, { type: 'extended', claims }, now),
      set: { [`${path}.answerBy`]: until, [`${path}.extensions`]: (recipient.extensions ?? 0) + 1 },
    }
  })
}

/** Returns the recipient's own deadline. @throws AppError RECIPIENT_REPLACED, ALREADY_SIGNED, NO_DEADLINE_TO_EXTEND */
function requireRunningTime(recipient: RecipientRow): Date {
  if (!isActive(recipient)) throw new AppError('RECIPIENT_REPLACED')
  if (recipient.statement) throw new AppError('ALREADY_SIGNED')
  if (!recipient.answerBy) throw new AppError('NO_DEADLINE_TO_EXTEND')
  return recipient.answerBy
}

/** @throws AppError DEADLINE_REFUSED */
function requireLater(until: Date, before: Date, { expiresAt }: RequestRow): void {
  if (until < before || until > expiresAt) throw new AppError('DEADLINE_REFUSED')
}

/** Also counts the extensions of the people whom this recipient replaced. @throws AppError EXTENDED_TOO_OFTEN */
function requireExtensionsLeft({ recipients }: EnvelopeRow, { original }: RecipientRow): void {
  const counts = recipients
    .filter((item) => item.original === original)
    .map(({ extensions = 0 }) => extensions)
  const sum = counts.reduce((total, count) => total + count, 0)
  if (sum >= MAX_EXTENSIONS_PER_RECIPIENT) throw new AppError('EXTENDED_TOO_OFTEN')
}
