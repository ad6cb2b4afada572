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
import { readingProgress } from '../fingerprint/reading-progress.ts'
import type { Answer } from './answer-row.ts'
import { CheckedActions } from './checked-actions.tsx'
import { focusTrustSettings } from './options-card.tsx'
import { NOT_FOUND } from './report.ts'
import { RowFacts } from './row-facts.tsx'
import { checkItems, shownSentence, VERDICT_KINDS } from './verdict-kinds.ts'
import { cancelFile, checkAgain } from './verify.store.ts'
import { type FileEntry, fingerprintOf, type Row } from './verify-entries.ts'

type Props = { row: Row; answer: Answer | undefined; onStartOver?: () => void }

/** The result for one file, proof file or both: the verdict first, then every check. */
export function RowResult({ row, answer, onStartOver }: Props) {
  const { file } = row
  return (
    <div className="space-y-6">
      <RowHead row={row} {...(onStartOver && { onStartOver })} />
      {file?.work.step === 'reading' && <Reading file={file} />}
      {file?.work.step === 'unreadable' && (
        <Alert tone="danger" title={t('Not fingerprinted')}>
          {file.work.reason}
        </Alert>
      )}
      {answer !== undefined && <Answered row={row} answer={answer} />}
    </div>
  )
}

function RowHead({ row, onStartOver }: Omit<Props, 'answer'>) {
  const { file, proof } = row
  const size = file?.size == null ? '' : formatBytes(file.size)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="break-words font-medium text-ink text-lg">{file?.name ?? proof?.name}</p>
        <p className="text-ink-faint text-sm">
          {[size, withWhat(row)].filter(Boolean).join(' · ')}
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

function withWhat({ file, proof }: Row): string {
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
        detail={readingProgress(doneBytes, size, bytesPerSecond)}
        action={
          <Button size="sm" variant="ghost" onClick={() => cancelFile(file.id)}>
            {t('Cancel')}
          </Button>
        }
      />
    </Card>
  )
}

function Answered({ row, answer }: { row: Row; answer: Answer }) {
  switch (answer.step) {
    case 'checking':
      return (
        <div role="status">
          <span className="sr-only">{t('Checking')}</span>
          <Skeleton className="h-48 w-full rounded-2xl" />
        </div>
      )
    case 'failed':
      return (
        <ErrorState title={t('This could not be checked')} onRetry={checkAgain}>
          {answer.reason}
        </ErrorState>
      )
    case 'not-found':
      return <NotFound row={row} />
    case 'checked':
      return <CheckedResult row={row} answer={answer} />
  }
}

function NotFound({ row }: { row: Row }) {
  const fingerprint = fingerprintOf(row.file)
  return (
    <Verdict
      kind="not-found"
      sentence={NOT_FOUND}
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
  answer,
}: {
  row: Row
  answer: Extract<Answer, { step: 'checked' }>
}) {
  const { verification } = answer
  const { code } = verification.verdict
  return (
    <>
      {answer.isOwnOnly && (
        <Alert title={t('You certified this file')}>
          {t(
            'Others cannot find it by the file alone. They need the proof file or the link to its page.',
          )}
        </Alert>
      )}
      <Verdict
        kind={VERDICT_KINDS[code]}
        sentence={shownSentence(verification)}
        why={WHYS[code]}
        actions={
          <>
            {code === 'untrusted' && (
              <Button variant="primary" onClick={focusTrustSettings}>
                {t('Choose trusted records')}
              </Button>
            )}
            <CheckedActions row={row} answer={answer} />
          </>
        }
      >
        <RowFacts row={row} answer={answer} />
      </Verdict>
      <section aria-label={t('Every check')}>
        <h2 className="mb-3 font-medium text-ink text-xl tracking-tight">{t('Every check')}</h2>
        <CheckList checks={checkItems(verification.steps)} />
      </section>
    </>
  )
}

const WHYS: Partial<Record<keyof typeof VERDICT_KINDS, string>> = {
  changed: t(
    'Saving again, printing or sending through a messenger creates a different file. Ask for the original.',
  ),
  untrusted: t(
    'Anyone can run a record of this kind. If you trust this one, choose it under “Trust settings”.',
  ),
  'not-yet-anchored': t(
    'The file is in the public record. Verify again once its newest state is on the blockchain to complete the proof file.',
  ),
}
