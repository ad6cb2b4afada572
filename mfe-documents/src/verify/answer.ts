import {
  type Answer,
  formatAnswer,
  formatVerdict,
  type WordingOptions,
} from '@inkproof/proof/wording'
import type { SharedCertificate } from '@inkproof/protocol/certificates'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { pageTexts, t } from '@inkproof/texts/text'
import { type AnsweredOutcome, type CheckedResult, isPending } from './verify-row.ts'

/** Returns the answer to show now, in the reader's time zone. */
export function answerOf(outcome: AnsweredOutcome): Answer {
  const options = { zone: 'local', readAt: new Date() } as const
  return withOutOfDateNote(formatOutcome(outcome, options), outcome)
}

/** Returns the answer for a report, which is read later, with times in UTC. */
export function reportedAnswerOf(outcome: AnsweredOutcome): Answer {
  return formatOutcome(outcome, { zone: 'UTC', readAt: null })
}

function formatOutcome(outcome: AnsweredOutcome, options: WordingOptions): Answer {
  if (outcome.step === 'not-found') return formatAnswer('not-found', pageTexts)
  const { verification } = outcome
  const revocation = certificateOf(outcome)?.revocation ?? undefined
  const answer = formatVerdict(verification, pageTexts, {
    ...options,
    isLive: isPending(outcome),
    ...(revocation && { revocation: { at: revocation.at, reason: revocation.reason } }),
  })
  return { ...answer, note: answer.note ?? noteFor(outcome) }
}

/** What a lay reader may overlook or would ask next. */
function noteFor(outcome: CheckedResult): string | null {
  const { code } = outcome.verification.verdict
  if (code === 'changed') {
    return outcome.certificates.length > 0
      ? t('This file has a certificate of its own. The proof file belongs to another file.')
      : t('Ask the sender for the file that was certified.')
  }
  if (code === 'broken') return t('Ask the sender for a new proof file.')
  if (code === 'replaced' && !certificateOf(outcome)?.revocation?.newShareLink) {
    return t('Ask the sender for the newer version.')
  }
  return (
    noteOnOthers(outcome) ??
    (code === 'revoked' ? t('Ask the sender which version applies now.') : null)
  )
}

/**
 * Mentions another certificate of the file that ended while the verified one did not, or the reverse: anyone who has a
 * file can certify it, so neither hides the other.
 */
function noteOnOthers(outcome: CheckedResult): string | null {
  const own = certificateOf(outcome)
  if (own === undefined) return null
  const isEnded = own.revokedBy !== null
  const hasOther = outcome.certificates.some(({ revokedBy }) => (revokedBy !== null) !== isEnded)
  if (!hasOther) return null
  return isEnded
    ? t('Another certificate of this file is not revoked. See “Certificate details”.')
    : t('Another certificate of this file was revoked. See “Certificate details”.')
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
