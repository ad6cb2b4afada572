import { saveFile } from '@inkproof/slice-parts/save-file'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { ChevronDown, Download } from 'lucide-react'
import { useState } from 'react'
import { answerOf } from './answer.ts'
import { reportLine, toCsv, toJson } from './report.ts'
import { describeRow, RowResult } from './row-result.tsx'
import { signaturesAnswer } from './signatures-answer.ts'
import type { Row } from './verify-entries.ts'
import { hasAnswer, type RowOutcome } from './verify-row.ts'

type Outcomes = Record<string, RowOutcome>
type Props = { rows: Row[]; outcomes: Outcomes }

/** Many results: one line each, which expands to its answer, and a report to download. */
export function ResultList({ rows, outcomes }: Props) {
  const [openKey, setOpenKey] = useState<string | null>(null)
  return (
    <div className="space-y-4">
      <Toolbar rows={rows} outcomes={outcomes} />
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
        {rows.map((row) => (
          <ResultRow
            key={row.key}
            row={row}
            outcome={outcomes[row.key]}
            isOpen={row.key === openKey}
            onToggle={() => setOpenKey(row.key === openKey ? null : row.key)}
          />
        ))}
      </ul>
    </div>
  )
}

type RowProps = {
  row: Row
  outcome: RowOutcome | undefined
  isOpen: boolean
  onToggle: () => void
}

function ResultRow({ row, outcome, isOpen, onToggle }: RowProps) {
  const { text, dot } = summaryOf(row, outcome)
  return (
    <li data-verdict={hasAnswer(outcome) ? answerOf(outcome).code : undefined}>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex min-h-12 w-full items-center gap-3 px-4 py-2 text-left transition-colors hover:bg-hover/60 focus-visible:-outline-offset-2"
      >
        <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dot}`} />
        <span className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-4">
          <span className="block truncate font-medium text-ink sm:flex-1">
            {row.file?.name ?? row.proof?.name}
          </span>
          <span className="block truncate text-ink-muted text-sm">{text}</span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className={`size-4 shrink-0 text-ink-faint transition-[rotate] ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      {isOpen && (
        <div className="space-y-3 px-3 pt-1 pb-4 sm:px-4">
          <p className="break-words px-1 text-ink-faint text-sm">{describeRow(row)}</p>
          <RowResult row={row} outcome={outcome} />
        </div>
      )}
    </li>
  )
}

const DOTS = {
  positive: 'bg-success',
  negative: 'bg-danger',
  warning: 'bg-warning',
  neutral: 'bg-line-strong',
} as const

/** The answer in one line, and the color of its dot. */
function summaryOf(row: Row, outcome: RowOutcome | undefined): { text: string; dot: string } {
  const work = row.file?.work
  if (work?.step === 'unreadable') return { text: t('Could not be read'), dot: DOTS.negative }
  if (work?.step === 'reading') {
    const share = row.file?.size ? Math.floor((work.doneBytes / row.file.size) * 100) : 0
    return { text: t('Fingerprinting, {share}%', { share }), dot: DOTS.neutral }
  }
  const signatures = signaturesAnswer(row)
  const isWorse = signatures?.tone === 'negative'
  if (signatures !== null && (isWorse || outcome?.step === 'not-found'))
    return { text: signatures.headline, dot: DOTS[signatures.tone] }
  if (hasAnswer(outcome)) {
    const { headline, note, tone } = answerOf(outcome)
    return { text: headline, dot: DOTS[note === null ? tone : 'warning'] }
  }
  if (outcome?.step === 'failed') return { text: t('Could not be checked'), dot: DOTS.warning }
  return { text: t('Checking'), dot: DOTS.neutral }
}

function Toolbar({ rows, outcomes }: Pick<Props, 'rows' | 'outcomes'>) {
  const lines = () => rows.map((row) => reportLine(row, outcomes[row.key]))
  const done = rows.filter((row) => isDone(row, outcomes[row.key])).length
  const original = rows.filter((row) => isOriginal(outcomes[row.key])).length
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="font-medium text-ink text-lg" role="status">
        {done === rows.length
          ? t('{original} of {total} files are original', { original, total: rows.length })
          : t('{done} of {total} checked', { done, total: rows.length })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          onClick={() => saveFile(toCsv(lines()), 'inkproof-report.csv', 'text/csv')}
        >
          <Download aria-hidden="true" /> {t('Download report (CSV)')}
        </Button>
        <Button
          size="sm"
          onClick={() =>
            saveFile(toJson(lines(), new Date()), 'inkproof-report.json', 'application/json')
          }
        >
          <Download aria-hidden="true" /> {t('Download report (JSON)')}
        </Button>
      </div>
    </div>
  )
}

function isOriginal(outcome: RowOutcome | undefined): boolean {
  return hasAnswer(outcome) && answerOf(outcome).tone === 'positive'
}

function isDone(row: Row, outcome: RowOutcome | undefined): boolean {
  if (row.file?.work.step === 'unreadable') return true
  return outcome !== undefined && outcome.step !== 'checking'
}
