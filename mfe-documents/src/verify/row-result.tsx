import { formatBytes } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Card } from '@inkproof/ui/card'
import { CheckList } from '@inkproof/ui/check-list'
import { ErrorState } from '@inkproof/ui/error-state'
import { Fingerprint } from '@inkproof/ui/fingerprint'
import { Progress } from '@inkproof/ui/progress'
import { Skeleton } from '@inkproof/ui/skeleton'
import { Verdict } from '@inkproof/ui/verdict'
import { formatReadingProgress } from '../fingerprint/reading-progress.ts'
import { CheckedActions } from './checked-actions.tsx'
import { focusTrustSettings } from './options-card.tsx'
import { NOT_FOUND_MESSAGE } from './report.ts'
import { RowFacts } from './row-facts.tsx'
import { checkItems, displayedSentence, VERDICT_KINDS } from './verdict-kinds.ts'
import { cancelFile, verifyAgain } from './verify.store.ts'
import { type FileEntry, fingerprintOf, type Row } from './verify-entries.ts'
import type { RowOutcome } from './verify-row.ts'

type Props = { row: Row; outcome: RowOutcome | undefined; onStartOver?: () => void }

/** The result for one file, proof file or both: the verdict first, then every check. */
export function RowResult({ row, outcome, onStartOver }: Props) {
  const { file } = row
  return (
    <div className="space-y-6">
      <RowHeader row={row} {...(onStartOver && { onStartOver })} />
      {file?.work.step === 'reading' && <Reading file={file} />}
      {file?.work.step === 'unreadable' && (
        <Alert tone="danger" title={t('The file could not be fingerprinted')}>
          {file.work.reason}
        </Alert>
      )}
      {outcome !== undefined && <OutcomeDetails row={row} outcome={outcome} />}
    </div>
  )
}

function RowHeader({ row, onStartOver }: Omit<Props, 'outcome'>) {
  const { file, proof } = row
  const size = file?.size == null ? '' : formatBytes(file.size)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="break-words font-medium text-ink text-lg">{file?.name ?? proof?.name}</p>
        <p className="text-ink-faint text-sm">
          {[size, describeProof(row)].filter(Boolean).join(' · ')}
        </p>
      </div>
      {onStartOver && (
        <Button size="sm" variant="ghost" onClick={onStartOver}>
          {t('Start over')}
        </Button>
      )}
    </div>
  )
}

function describeProof({ file, proof }: Row): string {
  if (file === null) return t('proof file only')
  if (proof === null) return t('without a proof file')
  return t('with {name}', { name: proof.name })
}

function Reading({ file }: { file: FileEntry }) {
  if (file.work.step !== 'reading') return null
  const { doneBytes, bytesPerSecond } = file.work
  const size = file.size ?? 0
  return (
    <Card>
      <Progress
        label={t('Fingerprinting')}
        value={size === 0 ? null : doneBytes / size}
        detail={formatReadingProgress(doneBytes, size, bytesPerSecond)}
        action={
          <Button size="sm" variant="ghost" onClick={() => cancelFile(file.id)}>
            {t('Cancel')}
          </Button>
        }
      />
    </Card>
  )
}

function OutcomeDetails({ row, outcome }: { row: Row; outcome: RowOutcome }) {
  switch (outcome.step) {
    case 'checking':
      return (
        <div role="status">
          <span className="sr-only">{t('Checking')}</span>
          <Skeleton className="h-48 w-full rounded-2xl" />
        </div>
      )
    case 'failed':
      return (
        <ErrorState title={t('This file could not be checked')} onRetry={verifyAgain}>
          {outcome.reason}
        </ErrorState>
      )
    case 'not-found':
      return <NotFound row={row} />
    case 'checked':
      return <CheckedResult row={row} outcome={outcome} />
  }
}

function NotFound({ row }: { row: Row }) {
  const fingerprint = fingerprintOf(row.file)
  return (
    <Verdict
      kind="not-found"
      sentence={NOT_FOUND_MESSAGE}
      why={t(
        'Saving again, printing, scanning or sending through a messenger creates a different file, even if it looks the same. Ask for the original file and its proof file.',
      )}
    >
      {fingerprint !== null && <Fingerprint value={fingerprint} />}
    </Verdict>
  )
}

function CheckedResult({
  row,
  outcome,
}: {
  row: Row
  outcome: Extract<RowOutcome, { step: 'checked' }>
}) {
  const { verification } = outcome
  const { code } = verification.verdict
  return (
    <>
      {outcome.isFoundByOwnerOnly && (
        <Alert title={t('You certified this file')}>
          {t(
            'Others can’t look it up with the file alone. They need the proof file or the certificate’s link.',
          )}
        </Alert>
      )}
      <Verdict
        kind={VERDICT_KINDS[code]}
        sentence={displayedSentence(verification)}
        why={EXPLANATIONS[code]}
        actions={
          <>
            {code === 'untrusted' && (
              <Button variant="primary" onClick={focusTrustSettings}>
                {t('Choose trusted records')}
              </Button>
            )}
            <CheckedActions row={row} outcome={outcome} />
          </>
        }
      >
        <RowFacts row={row} outcome={outcome} />
      </Verdict>
      <section aria-label={t('All checks')}>
        <h2 className="mb-3 font-medium text-ink text-xl tracking-tight">{t('All checks')}</h2>
        <CheckList checks={checkItems(verification.steps)} />
      </section>
    </>
  )
}

const EXPLANATIONS: Partial<Record<keyof typeof VERDICT_KINDS, string>> = {
  changed: t(
    'Saving again, printing or sending through a messenger creates a different file. Ask for the original.',
  ),
  untrusted: t(
    'Anyone can operate a public record. If you trust this one, choose it under “Trust settings”.',
  ),
  'not-yet-anchored': t(
    'The file is in the public record. To complete the proof file, verify again once the record’s next state is on the blockchain.',
  ),
}
