import { wordVerdict } from '@inkproof/proof/wording'
import { pageTexts, t } from '@inkproof/texts/text'
import type { Answer } from './answer-row.ts'
import { fingerprintOf, type Row } from './verify-entries.ts'

/** One row of a report. */
export type ReportLine = {
  file: string
  fingerprint: string
  proofFile: string
  verdict: string
  sentence: string
  entry: string
  log: string
  chainId: string
  blockNumber: string
  blockTime: string
}

const COLUMNS: (keyof ReportLine)[] = [
  'file',
  'fingerprint',
  'proofFile',
  'verdict',
  'sentence',
  'entry',
  'log',
  'chainId',
  'blockNumber',
  'blockTime',
]

export function reportLine(row: Row, answer: Answer | undefined): ReportLine {
  const facts = answer?.step === 'checked' ? answer.verification.facts : null
  return {
    file: row.file?.name ?? '',
    fingerprint: fingerprintOf(row.file) ?? '',
    proofFile: row.proof?.name ?? '',
    ...outcomeOf(row, answer),
    entry: String(facts?.index ?? ''),
    log: facts?.logKey ?? '',
    chainId: String(facts?.chainId ?? ''),
    blockNumber: String(facts?.blockNumber ?? ''),
    blockTime: facts?.blockTime ?? '',
  }
}

/** RFC 4180, with cells that a spreadsheet would run as formulas escaped. */
export function toCsv(lines: readonly ReportLine[]): string {
  const rows = lines.map((line) => COLUMNS.map((column) => cell(line[column])).join(','))
  return `${[COLUMNS.join(','), ...rows].join('\r\n')}\r\n`
}

export function toJson(lines: readonly ReportLine[], madeAt: Date): string {
  return `${JSON.stringify({ madeAt: madeAt.toISOString(), results: lines }, null, 2)}\n`
}

function outcomeOf(row: Row, answer: Answer | undefined): { verdict: string; sentence: string } {
  if (row.file?.work.step === 'unreadable') {
    return { verdict: 'unreadable', sentence: row.file.work.reason }
  }
  switch (answer?.step) {
    case 'checked': {
      const { verdict } = answer.verification
      return { verdict: verdict.code, sentence: wordVerdict(verdict, pageTexts) }
    }
    case 'not-found':
      return { verdict: 'not-found', sentence: NOT_FOUND }
    case 'failed':
      return { verdict: 'cannot-be-checked', sentence: answer.reason }
    default:
      return { verdict: 'running', sentence: t('Not finished when this report was made.') }
  }
}

export const NOT_FOUND = t(
  'Not found: no proof file was given, and no certificate on this installation can be found by this file.',
)

function cell(value: string): string {
  const plain = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
