/**
 * Recipients who have less time than the request: it begins with their turn, and a new person's begins anew. When it is over, the
 * request ends for everyone.
 */
import type { RecipientRow, RequestRow } from './envelopes.model.ts'
import { hasTurn, isActive, mustAct } from './turns.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** What decides about a recipient's time. Lists omit a statement that is null. */
type Timed = Pick<RecipientRow, 'role' | 'handedOverTo' | 'answerBy'> & {
  statement?: object | null
}
type Expiring = Pick<RequestRow, 'expiresAt'>

/** Returns the recipients, with the end of their time for those whose turn has come. */
export function beginAnswerTimes(
  recipients: readonly RecipientRow[],
  request: Expiring,
  now: Date,
): RecipientRow[] {
  return recipients.map((recipient) => {
    const hasBegun = recipient.answerBy !== undefined || !isActive(recipient)
    const begins = !hasBegun && hasTurn(recipients, recipient)
    return begins ? { ...recipient, ...answerTimeFrom(now, recipient, request) } : recipient
  })
}

/** Returns the end of a time that begins now, to the second and not after the request's; empty if the recipient has none. */
export function answerTimeFrom(
  now: Date,
  { answerWithinDays }: Pick<RecipientRow, 'answerWithinDays'>,
  { expiresAt }: Expiring,
): { answerBy?: Date } {
  if (answerWithinDays === undefined) return {}
  const ms = now.getTime() + answerWithinDays * DAY_MS
  return { answerBy: new Date(Math.min(ms - (ms % 1_000), expiresAt.getTime())) }
}

/** When a started request expires unless somebody acts: at its deadline, or at the first one of those it waits for. */
export function expiryOf(recipients: readonly Timed[], { expiresAt }: Expiring): Date {
  const times = recipients.filter(isAwaited).flatMap(({ answerBy }) => answerBy ?? [])
  return new Date(Math.min(...[expiresAt, ...times].map((time) => time.getTime())))
}

/** Whether a request that has expired did so because this recipient had not acted in their time. */
export function isLate(recipients: readonly Timed[], request: Expiring, recipient: Timed): boolean {
  const { answerBy } = recipient
  if (answerBy === undefined || !isAwaited(recipient)) return false
  return answerBy < request.expiresAt && answerBy <= expiryOf(recipients, request)
}

/** Whether the request cannot be completed without this recipient's statement. Only they can have a time. */
function isAwaited(recipient: Timed): boolean {
  return isActive(recipient) && mustAct(recipient) && !recipient.statement
}
