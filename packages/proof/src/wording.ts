/**
 * Formats a verification as text: the same sentences on every screen, on the command line and in the saved
 * verifier.
 */
import type { Texts } from '@inkproof/texts/make-texts'
import { formatSentence } from './sentence-text.ts'
import { stepTitle } from './step-titles.ts'
import type { Step, VerdictCode } from './verdict.ts'
import type { Verification } from './verify.ts'
import { formatContext, type WordingOptions } from './wording-context.ts'

export type { WordingOptions }

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
    title: hasNoWitnesses({ id, values })
      ? texts.t('No witnesses are required')
      : stepTitle(id, texts),
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

/** Whether the check of the witnesses passed because the policy requires none. */
function hasNoWitnesses({ id, values }: Pick<Step, 'id' | 'values'>): boolean {
  return id === 'witnesses' && values['required'] === '0'
}

/** The answer of a verification: headline and context. */
export function formatVerdict(
  verification: Verification,
  texts: Texts,
  options: WordingOptions = {},
): Answer {
  const answer = formatAnswer(verification.verdict.code, texts)
  const context = formatContext(verification, texts, options)
  return {
    ...answer,
    context: [answer.context, context].filter(Boolean).join(' '),
    note: noteOnRevocation(verification, texts),
  }
}

/** What remains open about a certificate whose anchor is confirmed. */
function noteOnRevocation({ verdict, steps }: Verification, { t }: Texts): string | null {
  if (verdict.code === 'standing-outdated') {
    return t('Whether it was revoked since could not be checked.')
  }
  const isConfirmed = steps.some(({ id, outcome }) => id === 'finality' && outcome === 'passed')
  const isUnknown = steps.some(
    ({ id, outcome, reason }) =>
      id === 'revocation' && outcome === 'not checked' && reason !== 'NOT_REQUESTED',
  )
  return verdict.code === 'certificate-found' && isUnknown && isConfirmed
    ? t('Whether it was revoked could not be checked.')
    : null
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
