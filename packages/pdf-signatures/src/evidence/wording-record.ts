/** Formats the answer about a PDF that is not the signed document, but has its evidence attached, such as a signing record. */
import { sanitizeQuotation } from '@inkproof/proof/display-text'
import { findFailure } from '@inkproof/signing/verification'
import type { Texts } from '@inkproof/texts/make-texts'
import type { Tone } from '../wording.ts'
import type { Zone } from '../wording-values.ts'
import type { RequestCheck, RequestVerdict } from './verify-request.ts'
import { formatDeclined } from './wording-decline.ts'
import { formatFailure } from './wording-people.ts'

/** The answer, without its code. */
export type FormattedRecord = { tone: Tone; headline: string; context: string; note: string }

/**
 * Formats what the attached evidence says. Anyone can print such pages and attach genuine evidence to them, so the best answer
 * is a neutral one, and its note says what was not checked.
 */
export function formatSigningRecord(
  check: RequestCheck,
  texts: Texts,
  zone: Zone,
): FormattedRecord {
  const { t } = texts
  const declined = formatDeclined(check, texts, zone)
  return {
    tone: TONES[check.verdict],
    headline: declined?.headline ?? formatHeadline(check.verdict, texts),
    context: [
      ...(declined ? [declined.context] : formatReason(check, texts)),
      ...formatFile(check, texts),
    ].join(' '),
    note: t(
      'The text on its pages was not checked. What follows comes from the evidence attached to it.',
    ),
  }
}

const TONES: Record<RequestVerdict, Tone> = {
  verified: 'neutral',
  'foreign-record': 'warning',
  'not-anchored': 'neutral',
  'not-final': 'neutral',
  'too-few-witnesses': 'warning',
  incomplete: 'warning',
  aborted: 'neutral',
  'not-completed': 'negative',
  broken: 'negative',
}

function formatHeadline(verdict: RequestVerdict, { t }: Texts): string {
  switch (verdict) {
    case 'verified':
      return t('The attached evidence is valid.')
    case 'foreign-record':
      return t('Valid, but from an unknown record.')
    case 'not-anchored':
      return t('Recorded, not yet on the blockchain.')
    case 'not-final':
      return t('Recorded, not yet final.')
    case 'too-few-witnesses':
      return t('Too few witnesses confirm this.')
    case 'incomplete':
      return t('Could not be checked completely.')
    case 'aborted':
      return t('The signing request was ended.')
    case 'not-completed':
      return t('Not everyone has signed.')
    case 'broken':
      return t('The evidence is not valid.')
  }
}

/** What the reader has to know besides the headline. */
function formatReason(check: RequestCheck, texts: Texts): string[] {
  const { t } = texts
  switch (check.verdict) {
    case 'foreign-record':
      return [
        t(
          'Anyone can operate a public record. The names below are what this one states; trust it only if you know its operator.',
        ),
      ]
    case 'incomplete':
      return [
        t(
          'The public record, which shows who signed, could not be read. Check your connection, then check the file again.',
        ),
      ]
    case 'aborted':
      return [t('It was declined, was withdrawn or expired before everyone had signed.')]
    case 'broken':
      return [
        formatFailure(findFailure(check.checks), check, texts),
        t('Do not rely on this copy.'),
      ]
    default:
      return []
  }
}

function formatFile({ participants, request, verdict }: RequestCheck, { t }: Texts): string[] {
  if (!request) return []
  const title = sanitizeQuotation(request.title)
  const contains = t(
    'This PDF contains the evidence of the signing request “{title}”, as a signing record does.',
    { title },
  )
  const isDeclined = participants.some(({ act }) => act === 'decline')
  if (verdict === 'aborted' || isDeclined) return [contains]
  return [contains, t('The signed document is another file.')]
}
