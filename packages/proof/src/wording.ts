/**
 * Formats a verification as text: the same sentences on every screen, on the command line and in the saved
 * verifier.
 */
import { formatDateTime } from '@inkproof/texts/format-date-time'
import type { Texts } from '@inkproof/texts/make-texts'
import { formatDomain, sanitizeForDisplay } from './display-text.ts'
import { formatSentence } from './sentence-text.ts'
import { stepTitle } from './step-titles.ts'
import { determinesVerdict, type Step, type StepId, type VerdictCode } from './verdict.ts'
import type { Verification } from './verify.ts'

/** A check as text; `title` and `sentence` are shown, and the sentence is empty if the check passed. */
export type FormattedStep = Omit<Step, 'sentence' | 'values'> & {
  title: string
  sentence: string
  values: Record<string, string>
}

/** The verdicts, and what a screen shows when it finds no certificate. */
export type AnswerCode = VerdictCode | 'not-found'

/** How an answer is colored. */
export type Tone = 'positive' | 'negative' | 'warning' | 'neutral'

/** An answer as text. Programs that read it as JSON rely on these names. */
export type Answer = {
  code: AnswerCode
  /** At most six words. */
  headline: string
  /** One or a few short sentences. */
  context: string
  /** What the answer leaves open; null if nothing. */
  note: string | null
  tone: Tone
}

/** A verification as text. Programs that read its JSON rely on these names. */
export type FormattedVerification = Pick<Verification, 'exitCode' | 'facts' | 'notRevokedAsOf'> & {
  verdict: Answer
  /** Shown beside the verdict; null when there is nothing to warn about. */
  notice: string | null
  steps: FormattedStep[]
}

/** How times are shown, and what the screen knows besides the verification. */
export type WordingOptions = {
  /** The reader's time zone on screens; UTC on the command line. */
  zone?: 'local' | 'UTC'
  /** True on a page that updates by itself. */
  isLive?: boolean
  /** When and why the certificate was revoked, if the service has told. The time is ISO 8601. */
  revocation?: { at: string; reason: string | null } | undefined
}

/** Formats a verification in the language of `texts`. */
export function formatVerification(
  verification: Verification,
  texts: Texts,
  options: WordingOptions = {},
): FormattedVerification {
  const { isTestInstallation, steps, exitCode, facts, notRevokedAsOf } = verification
  return {
    verdict: formatVerdict(verification, texts, options),
    notice: isTestInstallation ? texts.t('Test installation: proves nothing to others') : null,
    steps: steps.map((step) => formatStep(step, texts)),
    exitCode,
    notRevokedAsOf,
    facts,
  }
}

/** Formats one check. */
export function formatStep(
  { id, outcome, reason, sentence, values }: Step,
  texts: Texts,
): FormattedStep {
  return {
    id,
    title: stepTitle(id, texts),
    outcome,
    reason,
    sentence: sentence === null ? '' : formatSentence(sentence, texts),
    values: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : formatSentence(value, texts),
      ]),
    ),
  }
}

/** The answer of a verification: headline and context. */
export function formatVerdict(
  verification: Verification,
  texts: Texts,
  options: WordingOptions = {},
): Answer {
  const { code } = verification.verdict
  return {
    ...formatAnswer(code, texts),
    context: formatContext(verification, texts, options),
    note:
      code === 'standing-outdated'
        ? texts.t('Whether it was revoked since could not be checked.')
        : null,
  }
}

/** The headline and color of an answer, and the context of those that need no verification. */
export function formatAnswer(code: AnswerCode, { t }: Texts): Answer {
  const answers: Record<AnswerCode, [headline: string, tone: Tone, context?: string]> = {
    verified: [t('This is the original file.'), 'positive'],
    'standing-outdated': [t('This is the original file.'), 'positive'],
    existed: [t('This file existed unchanged.'), 'positive'],
    changed: [t('This is not the certified file.'), 'negative'],
    revoked: [t('Revoked by the issuer.'), 'negative'],
    replaced: [t('A newer version exists.'), 'warning'],
    'foreign-record': [t('Valid, but from an unknown record.'), 'warning'],
    'not-anchored': [t('Recorded, not yet on the blockchain.'), 'neutral'],
    'not-final': [t('Recorded, not yet final.'), 'neutral'],
    'too-few-witnesses': [t('Too few witnesses confirm this.'), 'warning'],
    incomplete: [t('Could not be checked completely.'), 'warning'],
    broken: [t('This proof is not valid.'), 'negative'],
    'certificate-found': [t('Certificate found.'), 'neutral', t('Add the file to compare it.')],
    'not-found': [
      t('No certificate found for this file.'),
      'neutral',
      t(
        'Saving, printing or sending through a messenger creates a different file. Do you have the proof file?',
      ),
    ],
  }
  const [headline, tone, context = ''] = answers[code]
  return { code, headline, context, note: null, tone }
}

function formatContext(verification: Verification, texts: Texts, options: WordingOptions): string {
  const { t } = texts
  const { steps, facts, verdict } = verification
  const time = facts?.blockTime === undefined ? null : formatTime(facts.blockTime, options)
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
      return time
        ? t('Its content differs from the file that was certified on {time}.', { time })
        : t('Its content differs from the certified file.')
    case 'revoked':
      return join(
        revokedOn(verification, texts, options),
        time && t('The file itself is unchanged since {time}.', { time }),
      )
    case 'replaced':
      return join(
        t('A newer certificate replaces this one.'),
        time && t('The file itself is unchanged since {time}.', { time }),
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
      return formatAnswer(verdict.code, texts).context
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
  return t('This check failed: {title}.', { title: stepTitle(failed.id, texts) })
}

function reasonOf(steps: readonly Step[], id: StepId, texts: Texts): string {
  const sentence = steps.find((step) => step.id === id)?.sentence
  return sentence ? sanitizeForDisplay(formatSentence(sentence, texts), MAX_REASON) : ''
}

/** Longer than a claim: a sentence may contain an address or a reason given by a node. */
const MAX_REASON = 400

function foreignRecord(steps: readonly Step[], texts: Texts): string {
  const reason = steps.find(({ id }) => id === 'trust')?.reason
  return reason === 'NO_POLICY' || reason === 'LOG_NOT_TRUSTED'
    ? texts.t('You have not chosen to trust the record that certified it.')
    : reasonOf(steps, 'trust', texts)
}

function issuedBy({ steps, facts }: Verification, { t }: Texts): string | null {
  const claim = (name: string) => facts?.claims.find((item) => item.name === name)?.value
  const domain = claim('domain')
  const isDomainChecked = steps.some(({ id, outcome }) => id === 'domain' && outcome === 'passed')
  if (domain !== undefined && isDomainChecked) {
    return t('Certified by {domain}.', { domain: formatDomain(domain) })
  }
  const name = claim('issuer')
  return name === undefined
    ? null
    : t('Certified by “{name}” (name not verified).', { name: sanitizeForDisplay(name, MAX_NAME) })
}

const MAX_NAME = 80

function notRevoked(
  { notRevokedAsOf, verifiedAt }: Verification,
  { t }: Texts,
  options: WordingOptions,
) {
  if (notRevokedAsOf === null) return null
  const time = formatTime(notRevokedAsOf, options, verifiedAt)
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
    : t('On {time}: “{reason}”.', { time, reason: sanitizeForDisplay(reason) })
}

function formatTime(time: string, { zone = 'UTC' }: WordingOptions, now?: string): string {
  return formatDateTime(time, { zone, showZone: true, ...(now !== undefined && { now }) })
}

function join(...sentences: (string | null)[]): string {
  return sentences.filter((sentence) => sentence !== null && sentence !== '').join(' ')
}
