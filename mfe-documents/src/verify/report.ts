import { formatVerdict } from '@inkproof/proof/wording'
import { pageTexts, t } from '@inkproof/texts/text'
import { fingerprintOf, type Row } from './verify-entries.ts'
import type { RowOutcome } from './verify-row.ts'

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

export function reportLine(row: Row, outcome: RowOutcome | undefined): ReportLine {
  const facts = outcome?.step === 'checked' ? outcome.verification.facts : null
  return {
    file: row.file?.name ?? '',
    fingerprint: fingerprintOf(row.file) ?? '',
    proofFile: row.proof?.name ?? '',
    ...describeOutcome(row, outcome),
    entry: String(facts?.index ?? ''),
    log: facts?.logKey ?? '',
    chainId: String(facts?.chainId ?? ''),
    blockNumber: String(facts?.blockNumber ?? ''),
    blockTime: facts?.blockTime ?? '',
  }
}

/** Formats lines as CSV (RFC 4180). Cells that a spreadsheet would run as formulas are escaped. */
export function toCsv(lines: readonly ReportLine[]): string {
  const rows = lines.map((line) => COLUMNS.map((column) => cell(line[column])).join(','))
  return `${[COLUMNS.join(','), ...rows].join('\r\n')}\r\n`
}

export function toJson(lines: readonly ReportLine[], createdAt: Date): string {
  return `${JSON.stringify({ madeAt: createdAt.toISOString(), results: lines }, null, 2)}\n`
}

function describeOutcome(
  row: Row,
  outcome: RowOutcome | undefined,
): { verdict: string; sentence: string } {
  if (row.file?.work.step === 'unreadable') {
    return { verdict: 'unreadable', sentence: row.file.work.reason }
  }
  switch (outcome?.step) {
    case 'checked': {
      const { verdict } = outcome.verification
      return { verdict: verdict.code, sentence: formatVerdict(verdict, pageTexts) }
    }
    case 'not-found':
      return { verdict: 'not-found', sentence: NOT_FOUND_MESSAGE }
    case 'failed':
      return { verdict: 'cannot-be-checked', sentence: outcome.reason }
    default:
      return { verdict: 'running', sentence: t('Not finished when this report was created.') }
  }
}

export const NOT_FOUND_MESSAGE = t(
  'Not found: no proof file was provided, and no certificate on this installation matches this file.',
)

function cell(value: string): string {
  const plain = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
