/** Formats one signature of a PDF as text. Names come from the file and are made safe to show. */
import { sanitizeForDisplay } from '@inkproof/proof/display-text'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import type { Texts } from '@inkproof/texts/make-texts'
import type { Change, PdfSignature } from './report.ts'
import { additionsAfter, type SignatureVerdict, signatureVerdict } from './verdict.ts'
import { formatChange } from './wording-changes.ts'
import { formatDigitalId, type Zone } from './wording-values.ts'

/** One signature as a line: who or what signed, and one sentence about it. */
export type FormattedSignature = {
  verdict: SignatureVerdict
  outcome: 'passed' | 'failed' | 'not checked'
  title: string
  sentence: string
}

/** Formats one signature. */
export function formatSignature(
  signature: PdfSignature,
  texts: Texts,
  zone: Zone,
): FormattedSignature {
  const verdict = signatureVerdict(signature)
  return {
    verdict,
    outcome: OUTCOMES[verdict],
    title: formatTitle(signature, texts),
    sentence: formatSentence(signature, verdict, texts, zone),
  }
}

const OUTCOMES: Record<SignatureVerdict, FormattedSignature['outcome']> = {
  invalid: 'failed',
  changed: 'failed',
  revoked: 'failed',
  'wrong-chain': 'failed',
  expired: 'not checked',
  'not-checked': 'not checked',
  // A mark beside a name would be understood as a confirmation of the name.
  unconfirmed: 'not checked',
  signed: 'passed',
}

function formatTitle({ kind, signer, field }: PdfSignature, { t }: Texts): string {
  if (field === '') return t('Hidden signature')
  const name = signer === null ? sanitizeForDisplay(field) : formatDigitalId(signer)
  return kind === 'time-stamp' ? t('Time-stamp by {name}', { name }) : name
}

function formatSentence(
  signature: PdfSignature,
  verdict: SignatureVerdict,
  texts: Texts,
  zone: Zone,
): string {
  const { t } = texts
  switch (verdict) {
    case 'invalid':
      return formatInvalid(signature, texts)
    case 'changed':
      return formatFirst(
        signature.changesAfter.filter(({ isPermitted }) => !isPermitted),
        texts,
      )
    case 'revoked':
      return t('Its issuer revoked the digital ID. Nothing proves that it signed before that.')
    case 'wrong-chain':
      return t('The digital ID was not issued as it claims.')
    case 'expired':
      return t(
        'At the stated or proven time of signing, the digital ID or one of its issuers was not valid.',
      )
    case 'not-checked':
      return t('The format of this signature is not supported.')
    default:
      return [formatTime(signature, texts, zone), formatSince(signature, texts)].join(' ')
  }
}

function formatInvalid({ field, integrity, timeStamp }: PdfSignature, { t }: Texts): string {
  if (integrity.status === 'intact')
    return timeStamp === null ? '' : t('Its time-stamp is not valid.')
  switch (integrity.code) {
    case 'bytes-changed':
      return t('The signed content was changed.')
    case 'wrong-signature':
      return t('The signature does not belong to this digital ID.')
    case 'byte-range':
      return t('The signature does not cover the whole file, so content could be hidden in it.')
    case 'ambiguous':
      if (field === '') return t('The file contains a signature that PDF readers do not show.')
      return t('Several parts of the file claim to be this signature.')
    default:
      return t('The signature is damaged.')
  }
}

/** A time counts only if an authority that the reader trusts stated it. */
function formatTime(
  { kind, claimedAt, timeStamp }: PdfSignature,
  { t }: Texts,
  zone: Zone,
): string {
  const stated = timeStamp?.time ?? claimedAt
  if (stated === null) return t('The time of signing is not stated.')
  const time = formatDateTime(stated, { zone, showZone: true })
  if (timeStamp?.chain === 'trusted') return t('Time-stamped {time}.', { time })
  return kind === 'time-stamp'
    ? t('Time-stamped {time}, as stated in the file.', { time })
    : t('Signed {time}, as stated in the file.', { time })
}

function formatSince(signature: PdfSignature, texts: Texts): string {
  const additions = additionsAfter(signature)
  if (additions.length > 0) return formatFirst(additions, texts)
  return signature.changesAfter.length === 0
    ? texts.t('Nothing has been changed since.')
    : texts.t('Only signatures have been added since.')
}

/** Names the first of these changes, and counts the others. */
function formatFirst(changes: readonly Change[], texts: Texts): string {
  const [change = '', ...others] = new Set(changes.map((one) => formatChange(one, texts)))
  return others.length === 0
    ? texts.t('After this signature: {change}.', { change })
    : texts.plural(
        others.length,
        {
          one: 'After this signature: {change}, and {count} other change.',
          other: 'After this signature: {change}, and {count} other changes.',
        },
        { change },
      )
}
