import { type Answer, formatAnswer, formatVerdict } from '@inkproof/proof/wording'
import type { SharedCertificate } from '@inkproof/protocol/certificates'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { pageTexts, t } from '@inkproof/texts/text'
import type { RowOutcome } from './verify-row.ts'
import { type CheckedResult, isPending, type NotFoundResult } from './verify-row.ts'

/** A result with an answer; the others are still running or failed. */
export type AnsweredOutcome = CheckedResult | NotFoundResult

export function isAnswered(outcome: RowOutcome | undefined): outcome is AnsweredOutcome {
  return outcome?.step === 'checked' || outcome?.step === 'not-found'
}

/** Returns the answer to show, in the reader's time zone. */
export function answerOf(outcome: AnsweredOutcome): Answer {
  return withOutOfDateNote(formatOutcome(outcome, 'local'), outcome)
}

/** Returns the answer for a report, with times in UTC. */
export function reportedAnswerOf(outcome: AnsweredOutcome): Answer {
  return formatOutcome(outcome, 'UTC')
}

function formatOutcome(outcome: AnsweredOutcome, zone: 'local' | 'UTC'): Answer {
  if (outcome.step === 'not-found') return formatAnswer('not-found', pageTexts)
  const { verification } = outcome
  const revocation = certificateOf(outcome)?.revocation ?? undefined
  return formatVerdict(verification, pageTexts, {
    zone,
    isLive: isPending(outcome),
    ...(revocation && { revocation: { at: revocation.at, reason: revocation.reason } }),
  })
}

/** Returns what the service has about the verified certificate; undefined if it was not looked up. */
export function certificateOf({
  certificates,
  verification,
}: CheckedResult): SharedCertificate | undefined {
  const index = verification.facts?.index
  return certificates.find((certificate) => BigInt(certificate.index) === index)
}

function withOutOfDateNote(answer: Answer, outcome: AnsweredOutcome): Answer {
  if (!outcome.isOutOfDate) return answer
  const time =
    outcome.step === 'checked'
      ? formatDateTime(outcome.verification.verifiedAt, { showZone: true, now: new Date() })
      : null
  const note =
    time === null
      ? t('This could not be checked again just now.')
      : t('Checked {time}. It could not be checked again just now.', { time })
  return { ...answer, note }
}
