import { saveFile } from '@inkproof/slice-parts/save-file'
import { t } from '@inkproof/texts/text'
import { Badge } from '@inkproof/ui/badge'
import { Button } from '@inkproof/ui/button'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@inkproof/ui/table'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { reportLine, toCsv, toJson } from './report.ts'
import { RowResult } from './row-result.tsx'
import { VERDICT_LABELS } from './verdict-kinds.ts'
import type { Row } from './verify-entries.ts'
import type { RowOutcome } from './verify-row.ts'

type Outcomes = Record<string, RowOutcome>
type Props = { rows: Row[]; outcomes: Outcomes; onStartOver: () => void }

/** Many results: a table with one row each, a downloadable report, and details of the selected row. */
export function ResultTable({ rows, outcomes, onStartOver }: Props) {
  const [openKey, setOpenKey] = useState<string | null>(null)
  const open = rows.find(({ key }) => key === openKey)
  return (
    <div className="space-y-6">
      <Toolbar rows={rows} outcomes={outcomes} onStartOver={onStartOver} />
      <Table caption={t('Results')}>
        <TableHead>
          <TableHeader>{t('File')}</TableHeader>
          <TableHeader>{t('Result')}</TableHeader>
          <TableHeader>{t('Details')}</TableHeader>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.key} selected={row.key === openKey}>
              <TableCell className="max-w-72 break-words font-medium">
                {row.file?.name ?? row.proof?.name}
              </TableCell>
              <TableCell>
                <OutcomeBadge row={row} outcome={outcomes[row.key]} />
              </TableCell>
              <TableCell>
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={toggleLabel(row, row.key === openKey)}
                  onClick={() => setOpenKey(row.key === openKey ? null : row.key)}
                >
                  {row.key === openKey ? t('Hide') : t('Show')}
                </Button>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {open !== undefined && <RowResult key={open.key} row={open} outcome={outcomes[open.key]} />}
    </div>
  )
}

function toggleLabel(row: Row, isOpen: boolean): string {
  const name = row.file?.name ?? row.proof?.name ?? ''
  return isOpen ? t('Hide details for {name}', { name }) : t('Show details for {name}', { name })
}

function Toolbar({ rows, outcomes, onStartOver }: Props) {
  const lines = () => rows.map((row) => reportLine(row, outcomes[row.key]))
  const done = rows.filter((row) => isDone(row, outcomes[row.key])).length
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-ink-muted" role="status">
        {done === rows.length
          ? t('{total} checked', { total: rows.length })
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
        <Button size="sm" variant="ghost" onClick={onStartOver}>
          {t('Start over')}
        </Button>
      </div>
    </div>
  )
}

function OutcomeBadge({ row, outcome }: { row: Row; outcome: RowOutcome | undefined }) {
  const work = row.file?.work
  if (work?.step === 'unreadable') return <Badge tone="danger">{t('Could not be read')}</Badge>
  if (work?.step === 'reading') {
    const share = row.file?.size ? Math.floor((work.doneBytes / row.file.size) * 100) : 0
    return <Badge dot>{t('Fingerprinting, {share}%', { share })}</Badge>
  }
  if (outcome === undefined || outcome.step === 'checking')
    return <Badge dot>{t('Checking')}</Badge>
  if (outcome.step === 'failed') return <Badge tone="warning">{t('Cannot be checked')}</Badge>
  if (outcome.step === 'not-found') return <Badge tone="outline">{t('Not found')}</Badge>
  const { label, tone } = VERDICT_LABELS[outcome.verification.verdict.code]
  return <Badge tone={tone}>{label}</Badge>
}

function isDone(row: Row, outcome: RowOutcome | undefined): boolean {
  if (row.file?.work.step === 'unreadable') return true
  return outcome !== undefined && outcome.step !== 'checking'
}
