import { formatDigitalId } from '@inkproof/pdf-signatures/wording-values'
import { isTimeConfirmed } from '@inkproof/proof/verdict'
import { t } from '@inkproof/texts/text'
import { reportedAnswerOf } from './answer.ts'
import { signaturesAnswer } from './signatures-answer.ts'
import { fingerprintOf, type Row } from './verify-entries.ts'
import { hasAnswer, type RowOutcome } from './verify-row.ts'

/** One row of a report. Times are in UTC. */
export type ReportLine = {
  file: string
  fingerprint: string
  proofFile: string
  /** The code of the answer, such as `verified`. */
  verdict: string
  headline: string
  context: string
  note: string
  /** As of the command line: 0 verified, 1 failed, 2 undecided. */
  exitCode: 0 | 1 | 2
  checkedAt: string
  notRevokedAsOf: string
  entry: string
  recordKey: string
  chainId: string
  blockNumber: string
  /** Empty unless the block was found on the blockchain. */
  blockTime: string
  /** The code of the answer about the digital signatures in a PDF, such as `changed`; empty without signatures. */
  signatures: string
  /** Who signed, as stated in the digital IDs. */
  signers: string
}

const COLUMNS: (keyof ReportLine)[] = [
  'file',
  'fingerprint',
  'proofFile',
  'verdict',
  'headline',
  'context',
  'note',
  'exitCode',
  'checkedAt',
  'notRevokedAsOf',
  'entry',
  'recordKey',
  'chainId',
  'blockNumber',
  'blockTime',
  'signatures',
  'signers',
]

export function reportLine(row: Row, outcome: RowOutcome | undefined): ReportLine {
  const verification = outcome?.step === 'checked' ? outcome.verification : null
  const facts = verification?.facts
  const isConfirmed = verification !== null && isTimeConfirmed(verification.steps)
  return {
    file: row.file?.name ?? '',
    fingerprint: fingerprintOf(row.file) ?? '',
    proofFile: row.proof?.name ?? '',
    ...describeOutcome(row, outcome),
    exitCode: verification?.exitCode ?? 2,
    checkedAt: verification?.verifiedAt ?? '',
    notRevokedAsOf: verification?.notRevokedAsOf ?? '',
    entry: String(facts?.index ?? ''),
    recordKey: facts?.logKey ?? '',
    chainId: String(facts?.chainId ?? ''),
    blockNumber: String(facts?.blockNumber ?? ''),
    blockTime: (isConfirmed && facts?.blockTime) || '',
    ...describeSignatures(row),
  }
}

/** Formats lines as CSV (RFC 4180). Cells that a spreadsheet would run as formulas are escaped. */
export function toCsv(lines: readonly ReportLine[]): string {
  const rows = lines.map((line) => COLUMNS.map((column) => cell(String(line[column]))).join(','))
  return `${[COLUMNS.join(','), ...rows].join('\r\n')}\r\n`
}

export function toJson(lines: readonly ReportLine[], createdAt: Date): string {
  return `${JSON.stringify({ createdAt: createdAt.toISOString(), results: lines }, null, 2)}\n`
}

function describeOutcome(
  row: Row,
  outcome: RowOutcome | undefined,
): Pick<ReportLine, 'verdict' | 'headline' | 'context' | 'note'> {
  if (row.file?.work.step === 'unreadable') {
    return describe('unreadable', t('The file could not be read.'), row.file.work.reason)
  }
  if (outcome?.step === 'failed') {
    return describe('failed', t('This file could not be checked.'), outcome.reason)
  }
  if (!hasAnswer(outcome)) {
    return describe('running', t('Not finished when this report was created.'), '')
  }
  const { code, headline, context, note } = reportedAnswerOf(outcome)
  return { verdict: code, headline, context, note: note ?? '' }
}

function describeSignatures(row: Row): Pick<ReportLine, 'signatures' | 'signers'> {
  const check = row.file?.signatures
  if (check?.step === 'failed') return { signatures: 'failed', signers: '' }
  const signers =
    check?.step === 'checked'
      ? check.report.signatures
          .filter(({ kind }) => kind === 'signature')
          .map(({ signer }) => (signer === null ? '' : formatDigitalId(signer)))
      : []
  return { signatures: signaturesAnswer(row)?.code ?? '', signers: signers.join('; ') }
}

function describe(verdict: string, headline: string, context: string) {
  return { verdict, headline, context, note: '' }
}

function cell(value: string): string {
  const plain = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
