import type { PdfSignatures } from '@inkproof/pdf-signatures/report'
import { formatSignatures } from '@inkproof/pdf-signatures/wording'
import { formatSignature } from '@inkproof/pdf-signatures/wording-signature'
import { signatureValues } from '@inkproof/pdf-signatures/wording-values'
import { makeTexts } from '@inkproof/texts/make-texts'
import { escapeForTerminal } from '../verify/report.ts'

const ENGLISH = makeTexts((message) => message)
const SYMBOLS = { passed: '✓', failed: '✗', 'not checked': '–' } as const
const UNDECIDED = new Set(['unconfirmed', 'expired', 'not-checked'])

/** Formats a report as text: the answer first, then each signature with its values. Times are in UTC. */
export function textReport(report: PdfSignatures): string {
  const answer = formatSignatures(report, ENGLISH)
  if (answer === null) return ENGLISH.t('This file contains no digital signatures.')
  return [
    answer.headline,
    answer.context,
    ...report.signatures.flatMap((signature) => {
      const { outcome, title, sentence } = formatSignature(signature, ENGLISH, 'UTC')
      const values = signatureValues(signature, ENGLISH, 'UTC')
      return [
        '',
        `${SYMBOLS[outcome]} ${title}`,
        `    ${sentence}`,
        ...values.map(({ label, value }) => `    ${label}: ${value}`),
      ]
    }),
  ].join('\n')
}

/** Formats a report as JSON: the answer, its exit code, and each signature with its own answer. */
export function jsonReport(report: PdfSignatures): string {
  const signatures = report.signatures.map((signature) => ({
    ...formatSignature(signature, ENGLISH, 'UTC'),
    ...signature,
  }))
  const answer = formatSignatures(report, ENGLISH)
  const exitCode = exitCodeOf(report)
  return escapeForTerminal(
    JSON.stringify({ answer, exitCode, problem: report.problem, signatures }, null, 2),
  )
}

/** 0: signed and unchanged, with trusted issuers. 1: not valid or changed. 2: not signed, or undecided. */
export function exitCodeOf(report: PdfSignatures): 0 | 1 | 2 {
  const answer = formatSignatures(report, ENGLISH)
  if (answer === null || report.problem !== null || UNDECIDED.has(answer.code)) return 2
  return answer.code === 'signed' ? 0 : 1
}
