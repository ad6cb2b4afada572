/** Formats everything about a signature as labels and values, for readers who want to check them. */
import { sanitizeForDisplay } from '@inkproof/proof/display-text'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import type { Texts } from '@inkproof/texts/make-texts'
import type { Chain, DigitalId, PdfSignature, TimeStamp } from './report.ts'
import { formatChange } from './wording-changes.ts'

/** Where the times of a text are formatted: `local` is the reader's time zone. */
export type Zone = 'local' | 'UTC'

/** A label and its value; `mono` for hexadecimal values. */
export type SignatureValue = { label: string; value: string; mono?: boolean }

/** Maximum number of characters of a signer's reason or place. */
const MAX_TEXT = 500

/** Symbols that would look like a confirmation by the page. */
const MARKS = /[\u2610-\u2612\u2705\u2713-\u2718\u274C\u{1F5F4}-\u{1F5F9}]/gu

/** The name in a digital ID. The organization in it is not shown beside it, because anything can be written there. */
export function formatDigitalId({ name }: Pick<DigitalId, 'name'>): string {
  return sanitizeForDisplay(name.replace(MARKS, '\uFFFD'))
}

export function signatureValues(
  signature: PdfSignature,
  texts: Texts,
  zone: Zone,
): SignatureValue[] {
  const { t } = texts
  const time = (value: string) => formatDateTime(value, { zone, showZone: true })
  const { signer, claimedAt, reason, location, field } = signature
  return [
    ...changeValues(signature, texts),
    ...(signer === null ? [] : digitalIdValues(signer, texts, time)),
    { label: t('Issuer check'), value: formatChain(signature.chain.status, texts) },
    { label: t('Revocation'), value: formatRevocation(signature.chain.revocation, texts) },
    ...timeStampValues(signature, texts, time),
    ...optional(t('Time stated by the signer'), claimedAt && time(claimedAt)),
    ...optional(t('Reason'), reason && sanitizeForDisplay(reason, MAX_TEXT)),
    ...optional(t('Location'), location && sanitizeForDisplay(location, MAX_TEXT)),
    { label: t('Permits'), value: formatPermission(signature, texts) },
    ...optional(t('Signature field'), sanitizeForDisplay(field)),
    ...(signer === null ? [] : technicalValues(signer, signature.chain, texts)),
    ...(signature.integrity.status === 'invalid'
      ? [{ label: t('Reason code'), value: signature.integrity.code, mono: true }]
      : []),
  ]
}

function changeValues({ changesAfter }: PdfSignature, texts: Texts): SignatureValue[] {
  const lines = (isPermitted: boolean) => [
    ...new Set(
      changesAfter
        .filter((change) => change.isPermitted === isPermitted)
        .map((change) => formatChange(change, texts)),
    ),
  ]
  return [
    ...lines(false).map((value) => ({ label: texts.t('Change not permitted'), value })),
    ...lines(true).map((value) => ({ label: texts.t('Permitted change'), value })),
  ]
}

type FormatTime = (value: string) => string

function digitalIdValues(
  { name, organization, email, issuer, validFrom, validUntil }: DigitalId,
  { t }: Texts,
  time: FormatTime,
): SignatureValue[] {
  return [
    ...optional(t('E-mail address'), email && sanitizeForDisplay(email)),
    ...optional(t('Organization, as stated'), organization && sanitizeForDisplay(organization)),
    {
      label: t('Issued by'),
      value: issuer === name ? t('The signer (self-issued)') : sanitizeForDisplay(issuer),
    },
    {
      label: t('Digital ID valid'),
      value: t('{from} to {until}', { from: time(validFrom), until: time(validUntil) }),
    },
  ]
}

function technicalValues(
  { serialNumber, fingerprint }: DigitalId,
  { digitalIds }: Chain,
  { t }: Texts,
): SignatureValue[] {
  const authority = digitalIds.at(-1)
  return [
    { label: t('Serial number'), value: serialNumber, mono: true },
    { label: t('Fingerprint of the digital ID'), value: fingerprint, mono: true },
    ...(authority === undefined || authority.fingerprint === fingerprint
      ? []
      : [
          {
            label: t('Fingerprint of the last issuer'),
            value: authority.fingerprint,
            mono: true,
          },
        ]),
  ]
}

function timeStampValues(
  { kind, timeStamp }: PdfSignature,
  texts: Texts,
  time: FormatTime,
): SignatureValue[] {
  const { t } = texts
  if (timeStamp === null) {
    return kind === 'signature' ? [{ label: t('Time-stamp'), value: t('None') }] : []
  }
  return [
    { label: t('Time-stamp'), value: time(timeStamp.time) },
    ...(timeStamp.authority === null || kind === 'time-stamp'
      ? []
      : [{ label: t('Time-stamp authority'), value: formatAuthority(timeStamp, texts) }]),
  ]
}

function formatAuthority({ authority, chain, isValid }: TimeStamp, texts: Texts): string {
  const name = authority === null ? '' : formatDigitalId(authority)
  const state = isValid ? formatChain(chain, texts) : texts.t('Not valid')
  return `${name}. ${state}`
}

function formatChain(status: Chain['status'], { t }: Texts): string {
  const sentences: Record<Chain['status'], string> = {
    trusted: t('Trusted'),
    'unknown-authority': t('Not one of the authorities trusted here'),
    incomplete: t('The issuer’s digital ID is missing from the file'),
    expired: t('Not valid at the proven time'),
    revoked: t('Revoked'),
    invalid: t('Not issued by the stated issuer'),
  }
  return sentences[status]
}

function formatRevocation(revocation: Chain['revocation'], { t }: Texts): string {
  const sentences: Record<Chain['revocation'], string> = {
    'not-revoked': t('Not revoked, according to revocation data in the file'),
    revoked: t('Revoked'),
    unknown: t('Not checked: the file contains no revocation data for it'),
  }
  return sentences[revocation]
}

/** What may be done after signing, from DocMDP (ISO 32000-2 table 257) and the locked fields. */
function formatPermission({ docMdp, locks }: PdfSignature, { t }: Texts): string {
  const permission =
    docMdp === 1
      ? t('No changes')
      : docMdp === 3
        ? t('Filling in fields, signing and comments')
        : t('Filling in fields and signing')
  if (locks === null) return permission
  const fields = locks.fields.map((field) => sanitizeForDisplay(field)).join(', ')
  if (!locks.all) return t('{permission}, except in: {fields}', { permission, fields })
  return fields === ''
    ? t('Signing only; all fields are locked')
    : t('Filling in only: {fields}', { fields })
}

function optional(label: string, value: string | null): SignatureValue[] {
  return value ? [{ label, value }] : []
}
