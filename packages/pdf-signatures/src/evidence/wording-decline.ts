/** Formats that somebody declined. Names and reasons come from the file and are made safe to show. */
import { sanitizeForDisplay, sanitizeQuotation } from '@inkproof/proof/display-text'
import type { CheckId, Participant } from '@inkproof/signing/verification'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import type { Texts } from '@inkproof/texts/make-texts'
import { formatDigitalId, type Zone } from '../wording-values.ts'
import type { RequestCheck } from './verify-request.ts'
import { whatIsProved } from './what-is-proved.ts'

/**
 * Whether it is confirmed that this person declined, and thereby ended the request: the record contains the step that records their
 * statement, and the key that signed it was bound to them by an earlier step. Checks of the PDF do not matter, because there is no
 * signed document.
 */
export function isConfirmedDecline(
  { act, statement }: Participant,
  { checks, verdict }: Pick<RequestCheck, 'checks' | 'verdict'>,
): boolean {
  if (verdict !== 'aborted' || act !== 'decline') return false
  const hasEnded = checks.some(({ id, reason }) => id === 'completion' && reason === 'ABORTED')
  const hasPassed = (id: CheckId, about: number | null) =>
    checks.some((c) => c.id === id && c.statement === about && c.outcome === 'passed')
  return (
    hasEnded &&
    OF_REQUEST.every((id) => hasPassed(id, null)) &&
    OF_STATEMENT.every((id) => hasPassed(id, statement))
  )
}

/** Formats the answer about a request that somebody declined; null unless that and the identity of the person are confirmed. */
export function formatDeclined(
  check: RequestCheck,
  { t }: Texts,
  zone: Zone,
): { headline: string; context: string } | null {
  const person = check.participants.find((item) => isConfirmedDecline(item, check))
  if (!person || whatIsProved(person) === null) return null
  const anchoredAt = check.record?.anchoredAt ?? null
  const time = anchoredAt === null ? '' : formatDateTime(anchoredAt, { zone, showZone: true })
  return {
    headline: t('Declined by {name}.', {
      name: sanitizeForDisplay(formatDigitalId({ name: person.name }), MAX_NAME),
    }),
    context:
      time === ''
        ? t('This ended the signing request.')
        : t('This ended the signing request and has been on the blockchain since {time}.', {
            time,
          }),
  }
}

/** Formats that a person declined, and how their identity was checked. */
export function formatDecline(person: Participant, name: string, { t }: Texts): string {
  switch (whatIsProved(person)) {
    case 'passkey':
      return t('Declined by {name} (passkey checked)', { name })
    case 'wallet':
      return t('Declined by {name} (wallet checked)', { name })
    case 'address':
      return t('Declined by {name} (e-mail checked)', { name })
    default:
      return t('Declined by {name} (identity not checked)', { name })
  }
}

/** Formats the reason that a person signed, in quotation marks; an empty list if they gave none. */
export function formatReason({ reason }: Participant, { t }: Texts): string[] {
  if (!reason) return []
  return [t('Reason: “{reason}”', { reason: sanitizeQuotation(reason, MAX_REASON) })]
}

/** A longer name is cut, so that a headline stays one. */
const MAX_NAME = 80
/** As long as a reason can be. */
const MAX_REASON = 500

const OF_REQUEST: readonly CheckId[] = ['evidence', 'envelope', 'steps', 'record']
const OF_STATEMENT: readonly CheckId[] = ['statement', 'key', 'signature', 'values', 'seen']
