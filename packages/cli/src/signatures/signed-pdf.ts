/** `verify` for a PDF file with the evidence of its signing request, inside it or beside it, which needs no proof file. */

import {
  type RequestCheck,
  type RequestInput,
  type RequestVerdict,
  verifyRequest,
} from '@inkproof/pdf-signatures/evidence/verify-request'
import { formatOtherEvidence, formatSignedPdf } from '@inkproof/pdf-signatures/evidence/wording'
import {
  type FormattedLine,
  formatPeople,
  formatRequestChecks,
} from '@inkproof/pdf-signatures/evidence/wording-people'
import { formatReplacements } from '@inkproof/pdf-signatures/evidence/wording-replacements'
import type { PdfSignatures } from '@inkproof/pdf-signatures/report'
import { hasOnlyIntactSignatures, isDecidedByRequest } from '@inkproof/pdf-signatures/verdict'
import { makeTexts } from '@inkproof/texts/make-texts'
import { escapeForTerminal } from '../verify/report.ts'
import { UsageError } from '../verify/usage-error.ts'
import { checkSignedPdfInChild } from './check-in-child.ts'
import { assertReadable, FAILURES } from './readable-pdf.ts'
import { exitCodeOf, textReport } from './report.ts'

const ENGLISH = makeTexts((message) => message)
const SYMBOLS = { passed: '✓', failed: '✗', 'not checked': '–' } as const
const FAILED: readonly RequestVerdict[] = ['aborted', 'not-completed', 'broken']

/**
 * Verifies who signed a PDF file. Returns the report and the exit code.
 *
 * @param options `evidence`: path of the evidence beside the file; null if it is inside
 * @throws UsageError if the file cannot be read, or needs a proof file because it has no evidence
 */
export async function verifySignedPdf(
  path: string,
  input: RequestInput,
  { evidence, json }: { evidence: string | null; json: boolean },
): Promise<{ text: string; exitCode: 0 | 1 | 2 }> {
  await assertReadable(path)
  const checked = await checkSignedPdfInChild(path, evidence)
  if (typeof checked === 'string') return { text: FAILURES[checked], exitCode: 2 }
  const { beside, report, request } = checked
  if (request === null && evidence === null) {
    throw new UsageError(
      `verify takes two files, the document and its proof file: ${path} does not contain the evidence of a signing request.`,
    )
  }
  if (!hasOnlyIntactSignatures(report.signatures) && !isDecidedByRequest(report, request)) {
    const exitCode = exitCodeOf(report)
    return { text: json ? formatJson(report, undefined, exitCode) : textReport(report), exitCode }
  }
  if (request === null || (evidence !== null && beside === null)) {
    const answer = formatOtherEvidence(ENGLISH)
    const { signatures } = report
    const text = json
      ? escapeForTerminal(
          JSON.stringify({ answer, exitCode: 1, request: null, signatures }, null, 2),
        )
      : `${answer.headline}\n${answer.context}`
    return { text, exitCode: 1 }
  }
  const check = await verifyRequest(request, input)
  const exitCode = exitCodeFor(check)
  return { text: json ? formatJson(report, check, exitCode) : formatText(report, check), exitCode }
}

/**
 * 0: signed, and confirmed by the record. 1: refuted. 2: could not be checked completely, which includes signing records with valid
 * evidence: their text cannot be checked.
 */
function exitCodeFor({ signingRecord, verdict }: RequestCheck): 0 | 1 | 2 {
  if (signingRecord && (verdict === 'verified' || verdict === 'aborted')) return 2
  if (verdict === 'verified') return 0
  return FAILED.includes(verdict) ? 1 : 2
}

function formatText(report: PdfSignatures, check: RequestCheck): string {
  const answer = formatSignedPdf(report, check, ENGLISH, 'UTC')
  const lines = [
    ...formatPeople(check, ENGLISH, 'UTC'),
    ...formatReplacements(check, ENGLISH, 'UTC'),
    ...formatRequestChecks(check, ENGLISH, 'UTC'),
  ]
  return [
    answer?.headline,
    answer?.context,
    ...(answer?.note ? [answer.note] : []),
    ...(check.record?.isTestInstallation
      ? [`${ENGLISH.t('Test installation: proves nothing to others')}.`]
      : []),
    '',
    ...lines.flatMap(formatLine),
  ].join('\n')
}

function formatLine({ outcome, sentence, title, values }: FormattedLine): string[] {
  return [
    `${SYMBOLS[outcome]} ${title}`,
    ...(sentence === '' ? [] : [`    ${sentence}`]),
    ...values.map(({ label, value }) => `    ${label}: ${value}`),
  ]
}

function formatJson(
  report: PdfSignatures,
  check: RequestCheck | undefined,
  exitCode: 0 | 1 | 2,
): string {
  const answer = formatSignedPdf(report, check, ENGLISH, 'UTC')
  const { signatures } = report
  // Values of sentences may be large integers.
  const toText = (_key: string, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value
  return escapeForTerminal(
    JSON.stringify({ answer, exitCode, request: check ?? null, signatures }, toText, 2),
  )
}
