/** Formats the answer about the signing request of a PDF: the same sentences on every screen and on the command line. */
import { sanitizeForDisplay, sanitizeQuotation } from '@inkproof/proof/display-text'
import { findFailure } from '@inkproof/signing/verification'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import type { Texts } from '@inkproof/texts/make-texts'
import type { PdfSignatures } from '../report.ts'
import { isDecidedByRequest } from '../verdict.ts'
import { type FormattedSignatures, formatSignatures, type Tone } from '../wording.ts'
import { formatDigitalId, type Zone } from '../wording-values.ts'
import type { RequestCheck, RequestVerdict } from './verify-request.ts'
import { whatIsProved } from './what-is-proved.ts'
import { formatDeclined } from './wording-decline.ts'
import { formatFailure } from './wording-people.ts'
import { formatSigningRecord } from './wording-record.ts'

export type FormattedAnswer = Omit<FormattedSignatures, 'code'> & {
  /** `signing-record`: the evidence attached to a file that is not the signed document is valid. */
  code: FormattedSignatures['code'] | RequestVerdict | 'signing-record'
  /** What the answer leaves open; null if nothing. */
  note: string | null
}

/**
 * Formats the answer about a file: that of its signing request, unless a signature is not valid or could not be checked.
 * Null if it has neither.
 */
export function formatSignedPdf(
  report: PdfSignatures,
  request: RequestCheck | undefined,
  texts: Texts,
  zone: Zone,
): FormattedAnswer | null {
  if (isDecidedByRequest(report, request)) return formatRequest(request, texts, zone)
  const signatures = formatSignatures(report, texts)
  return signatures && { ...signatures, note: null }
}

/** Formats that an evidence file is not about the PDF that it was given with. */
export function formatOtherEvidence({ t }: Texts) {
  return {
    code: 'other-evidence',
    tone: 'negative',
    headline: t('The evidence belongs to another file.'),
    context: t(
      'It is not about this PDF, or one of the two files was changed. Choose the two files that were downloaded together.',
    ),
    note: null,
  } as const
}

const TONES: Record<RequestVerdict, Tone> = {
  verified: 'positive',
  'foreign-record': 'warning',
  'not-anchored': 'neutral',
  'not-final': 'neutral',
  'too-few-witnesses': 'warning',
  incomplete: 'warning',
  aborted: 'negative',
  'not-completed': 'negative',
  broken: 'negative',
}

function formatRequest(check: RequestCheck, texts: Texts, zone: Zone): FormattedAnswer {
  const { verdict: code } = check
  if (check.signingRecord) {
    const record = formatSigningRecord(check, texts, zone)
    return { code: code === 'verified' ? 'signing-record' : code, ...record }
  }
  const declined = formatDeclined(check, texts, zone)
  return {
    code,
    tone: TONES[code],
    headline: declined?.headline ?? formatHeadline(check, texts),
    context: declined
      ? `${declined.context} ${texts.t('This file does not count as signed.')}`
      : formatContext(check, texts, zone),
    note: code === 'verified' ? formatNote(check, texts) : null,
  }
}

function formatNote(
  { hasOtherSignatures, participants, signaturesBefore = 0 }: RequestCheck,
  { plural, t }: Texts,
): string | null {
  if (participants.some((person) => whatIsProved(person) === null))
    return t('The evidence does not show how everyone was identified.')
  if (hasOtherSignatures)
    return t('The file also has signatures that are not part of this signing request.')
  if (signaturesBefore === 0) return null
  return plural(signaturesBefore, {
    one: 'The document already had {count} digital signature when it was sent. “Signature details” shows it.',
    other:
      'The document already had {count} digital signatures when it was sent. “Signature details” shows them.',
  })
}

function formatHeadline(check: RequestCheck, texts: Texts): string {
  const { t } = texts
  switch (check.verdict) {
    case 'verified':
      return formatSigned(check, texts)
    case 'foreign-record':
      return t('Valid, but from an unknown record.')
    case 'not-anchored':
      return t('Signed, not yet on the blockchain.')
    case 'not-final':
      return t('Signed, not yet final.')
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

function formatSigned({ participants }: RequestCheck, { t, plural }: Texts): string {
  const [first, ...others] = participants
  const signed = participants.filter(({ act }) => act === 'sign')
  if (first && others.length === 0) {
    const name = sanitizeForDisplay(formatDigitalId(first), MAX_NAME)
    return signed.length === 1
      ? t('Signed by {name}.', { name })
      : t('Approved by {name}.', { name })
  }
  const count = participants.length
  if (signed.length === count)
    return plural(count, { one: 'Signed by {count} person.', other: 'Signed by {count} people.' })
  if (signed.length === 0)
    return plural(count, {
      one: 'Approved by {count} person.',
      other: 'Approved by {count} people.',
    })
  return plural(count, {
    one: 'Signed and approved by {count} person.',
    other: 'Signed and approved by {count} people.',
  })
}

/** A longer name is cut, so that a headline stays one. */
const MAX_NAME = 80

function formatContext(check: RequestCheck, texts: Texts, zone: Zone): string {
  const { t } = texts
  switch (check.verdict) {
    case 'verified':
      return formatCompleted(check, texts, zone)
    case 'foreign-record':
      return t(
        'Anyone can operate a public record. The names below are what this one states; trust it only if you know its operator.',
      )
    case 'not-anchored':
      return t('The signatures are unchanged. A block usually takes a few seconds.')
    case 'not-final':
      return t('The signatures are unchanged. The block needs more confirmations.')
    case 'too-few-witnesses':
      return t('The signatures are unchanged, but your policy asks for more witnesses.')
    case 'incomplete':
      return t(
        'The signatures are unchanged, but the public record, which shows who signed, could not be read. Check your connection, then check the file again.',
      )
    case 'aborted':
      return t(
        'It was declined, was withdrawn or expired before everyone had signed. This file does not count as signed.',
      )
    case 'not-completed':
      return t('The signing request was not completed. This file does not count as signed.')
    case 'broken':
      return [
        formatFailure(findFailure(check.checks), check, texts),
        t('Do not rely on this copy. Ask the sender for the original file.'),
      ].join(' ')
  }
}

function formatCompleted(
  { participants, record, request }: RequestCheck,
  { t }: Texts,
  zone: Zone,
): string {
  const title = sanitizeQuotation(request?.title ?? '')
  const time = formatDateTime(record?.anchoredAt ?? '', { zone, showZone: true })
  const isMailbox = participants.every((person) => whatIsProved(person) === 'address')
  const isOne = participants.length === 1
  return [
    ...(isMailbox && isOne ? [t('The e-mail address was checked.')] : []),
    ...(isMailbox && !isOne ? [t('Their e-mail addresses were checked.')] : []),
    t('“{title}” was completed by {time} and has not been changed since.', { title, time }),
  ].join(' ')
}
