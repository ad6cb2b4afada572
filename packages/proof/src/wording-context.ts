/** The sentences below a headline: what was found, as of when, and what keeps the answer from being complete. */
import { formatDateTime } from '@inkproof/texts/format-date-time'
import type { Texts } from '@inkproof/texts/make-texts'
import { formatDomain, sanitizeForDisplay, sanitizeQuotation } from './display-text.ts'
import { formatSentence } from './sentence-text.ts'
import { stepTitle } from './step-titles.ts'
import { determinesVerdict, isTimeConfirmed, type Step, type StepId } from './verdict.ts'
import type { Verification } from './verify.ts'

/** How times are shown, and what the screen knows besides the verification. */
export type WordingOptions = {
  /** The reader's time zone on screens; UTC on the command line. */
  zone?: 'local' | 'UTC'
  /** True on a page that updates by itself. */
  isLive?: boolean
  /**
   * When the text is read: times on that day read “today”. By default, when the file was verified; null for a text that is
   * read later.
   */
  readAt?: Date | null
  /** When and why the certificate was revoked, if the service has told. The time is ISO 8601. */
  revocation?: { at: string; reason: string | null } | undefined
}

/** What a verification adds to the context of its answer. */
export function formatContext(
  verification: Verification,
  texts: Texts,
  options: WordingOptions,
): string {
  const { t } = texts
  const { steps, facts, verdict } = verification
  const time =
    facts?.blockTime !== undefined && isTimeConfirmed(steps)
      ? formatTime(facts.blockTime, options)
      : null
  switch (verdict.code) {
    case 'verified':
    case 'standing-outdated':
      return join(
        time && t('Unchanged since {time}.', { time }),
        issuedBy(verification, texts),
        notRevoked(verification, texts, options),
      )
    case 'existed':
      return join(
        time && t('On {time}.', { time }),
        issuedBy(verification, texts),
        reasonOf(steps, 'revocation', texts),
      )
    case 'changed':
      return join(
        time
          ? t('Its content differs from the file that was certified on {time}.', { time })
          : t('Its content differs from the certified file.'),
        unknownRecord(steps, texts),
      )
    case 'revoked':
      return join(
        revokedOn(verification, texts, options),
        endedFile(steps, texts, time),
        unknownRecord(steps, texts),
      )
    case 'replaced':
      return join(
        t('A newer certificate replaces this one.'),
        endedFile(steps, texts, time),
        unknownRecord(steps, texts),
      )
    case 'foreign-record':
      return foreignRecord(steps, texts)
    case 'not-anchored':
      return options.isLive
        ? t('Usually takes a few seconds; this page updates by itself.')
        : t('Usually takes a few seconds. Then save a newer proof file.')
    case 'not-final':
    case 'too-few-witnesses':
    case 'incomplete':
      return reasonOf(steps, decidingStep(steps), texts)
    case 'broken':
      return formatFailure(steps, texts)
    case 'certificate-found':
      return unknownRecord(steps, texts) ?? ''
  }
}

/** The first check that keeps the verdict from being complete. */
function decidingStep(steps: readonly Step[]): StepId {
  const step = steps.find(({ id, outcome }) => outcome === 'not checked' && determinesVerdict(id))
  return step?.id ?? 'revocation'
}

/** Names the first failed check; its details contain the values. */
function formatFailure(steps: readonly Step[], texts: Texts): string {
  const { t } = texts
  const failed = steps.find(({ id, outcome }) => outcome === 'failed' && id !== 'fingerprint')
  if (!failed || failed.id === 'proof-file') return t('It is damaged, or it is not a proof file.')
  return t('Failed check: “{title}”.', { title: stepTitle(failed.id, texts) })
}

function reasonOf(steps: readonly Step[], id: StepId, texts: Texts): string {
  const sentence = steps.find((step) => step.id === id)?.sentence
  return sentence ? sanitizeForDisplay(formatSentence(sentence, texts), MAX_REASON) : ''
}

/** Longer than a claim: a sentence may contain an address or a reason given by a node. */
const MAX_REASON = 400

/** What an ended certificate still says about the reader's file. */
function endedFile(steps: readonly Step[], { t }: Texts, time: string | null): string | null {
  if (time === null) return null
  const isFileMissing = steps.some(({ reason }) => reason === 'NO_FILE')
  return isFileMissing
    ? t('The file was certified on {time}.', { time })
    : t('The file itself is unchanged since {time}.', { time })
}

function isRecordUnknown(steps: readonly Step[]): boolean {
  const reason = steps.find(({ id }) => id === 'trust')?.reason
  return reason === 'NO_POLICY' || reason === 'LOG_NOT_TRUSTED'
}

function foreignRecord(steps: readonly Step[], texts: Texts): string {
  return unknownRecord(steps, texts) ?? reasonOf(steps, 'trust', texts)
}

/** Anyone can make a record, so an answer from one that the user has not chosen says so. */
function unknownRecord(steps: readonly Step[], { t }: Texts): string | null {
  return isRecordUnknown(steps)
    ? t('You have not chosen to trust the record that certified it, and anyone can make a record.')
    : null
}

function issuedBy({ steps, facts }: Verification, { t }: Texts): string {
  const claim = (name: string) => facts?.claims.find((item) => item.name === name)?.value
  const domain = claim('domain')
  const isDomainChecked = steps.some(({ id, outcome }) => id === 'domain' && outcome === 'passed')
  if (domain !== undefined && isDomainChecked) {
    return t('Certified by {domain}.', { domain: formatDomain(domain) })
  }
  const name = claim('issuer')
  return name === undefined
    ? t('The certificate names no issuer.')
    : t('Certified by “{name}” (name not verified).', { name: sanitizeQuotation(name, MAX_NAME) })
}

const MAX_NAME = 80

function notRevoked(
  { notRevokedAsOf, verifiedAt }: Verification,
  { t }: Texts,
  options: WordingOptions,
) {
  if (notRevokedAsOf === null) return null
  const { readAt = verifiedAt } = options
  const time = formatTime(notRevokedAsOf, options, readAt)
  return t('Not revoked as of {time}.', { time })
}

function revokedOn(
  { unrecordedRevocation }: Verification,
  { t }: Texts,
  options: WordingOptions,
): string | null {
  const { revocation } = options
  if (unrecordedRevocation) {
    const { revokedAt, reason } = unrecordedRevocation
    const time = formatTime(revokedAt.toISOString(), options)
    return join(revokedAs({ t }, time, reason), t('The record does not contain this revocation.'))
  }
  if (!revocation) return null
  return revokedAs({ t }, formatTime(revocation.at, options), revocation.reason ?? '')
}

function revokedAs({ t }: Pick<Texts, 't'>, time: string, reason: string): string {
  return reason === ''
    ? t('On {time}.', { time })
    : t('On {time}: “{reason}”.', { time, reason: sanitizeQuotation(reason) })
}

function formatTime(
  time: string,
  { zone = 'UTC' }: WordingOptions,
  now: Date | string | null = null,
): string {
  return formatDateTime(time, { zone, showZone: true, ...(now && { now }) })
}

function join(...sentences: (string | null)[]): string {
  return sentences.filter((sentence) => sentence !== null && sentence !== '').join(' ')
}
