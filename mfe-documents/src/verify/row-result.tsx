import { formatBytes, formatSpeed } from '@inkproof/texts/format'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Card } from '@inkproof/ui/card'
import { CheckList } from '@inkproof/ui/check-list'
import { ErrorState } from '@inkproof/ui/error-state'
import { Fingerprint } from '@inkproof/ui/fingerprint'
import { Progress } from '@inkproof/ui/progress'
import { Skeleton } from '@inkproof/ui/skeleton'
import { Verdict } from '@inkproof/ui/verdict'
import type { Answer } from './answer-row.ts'
import { CheckedActions } from './checked-actions.tsx'
import { goToTrust } from './options-card.tsx'
import { NOT_FOUND } from './report.ts'
import { RowFacts } from './row-facts.tsx'
import { checkItems, shownSentence, VERDICT_KINDS } from './verdict-kinds.ts'
import { cancelFile, checkAgain } from './verify.store.ts'
import { type FileEntry, fingerprintOf, type Row } from './verify-entries.ts'

type Props = { row: Row; answer: Answer | undefined; onStartOver?: () => void }

/** The answer to one file, proof file or both: the sentence first, then every check. */
export function RowResult({ row, answer, onStartOver }: Props) {
  const { file } = row
  return (
    <div className="space-y-6">
      <RowHead row={row} {...(onStartOver && { onStartOver })} />
      {file?.work.step === 'reading' && <Reading file={file} />}
      {file?.work.step === 'unreadable' && (
        <Alert tone="danger" title="Not fingerprinted">
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
          Start over
        </Button>
      )}
    </div>
  )
}

function withWhat({ file, proof }: Row): string {
  if (file === null) return 'only a proof file'
  if (proof === null) return 'without a proof file'
  return `with ${proof.name}`
}

function Reading({ file }: { file: FileEntry }) {
  if (file.work.step !== 'reading') return null
  const { doneBytes, bytesPerSecond } = file.work
  const size = file.size ?? 0
  const speed = bytesPerSecond > 0 ? ` · ${formatSpeed(bytesPerSecond)}` : ''
  return (
    <Card>
      <Progress
        label="Fingerprinting"
        value={size === 0 ? null : doneBytes / size}
        detail={`${formatBytes(doneBytes)} of ${formatBytes(size)}${speed}`}
        action={
          <Button size="sm" variant="ghost" onClick={() => cancelFile(file.id)}>
            Cancel
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
          <span className="sr-only">Checking</span>
          <Skeleton className="h-48 w-full rounded-2xl" />
        </div>
      )
    case 'failed':
      return (
        <ErrorState title="This cannot be checked right now" onRetry={checkAgain}>
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
      why="Saving again, printing, scanning or sending through a messenger makes a different file, even where it looks the same. Ask for the original file, and for its proof file: with that, nothing has to be looked up."
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
        <Alert title="You certified this file">
          It is not set to be found by others: they need its proof file, or the link to its page.
        </Alert>
      )}
      <Verdict
        kind={VERDICT_KINDS[code]}
        sentence={shownSentence(verification)}
        why={WHYS[code]}
        actions={
          <>
            {code === 'untrusted' && (
              <Button variant="primary" onClick={goToTrust}>
                Say whom you trust
              </Button>
            )}
            <CheckedActions row={row} answer={answer} />
          </>
        }
      >
        <RowFacts row={row} answer={answer} />
      </Verdict>
      <section aria-label="Every check">
        <h2 className="mb-3 font-medium text-ink text-xl tracking-tight">Every check</h2>
        <CheckList checks={checkItems(verification.steps)} />
      </section>
    </>
  )
}

const WHYS: Partial<Record<keyof typeof VERDICT_KINDS, string>> = {
  changed:
    'Saving again, printing or sending through a messenger makes a different file. Ask for the original.',
  untrusted:
    'Anyone can run a record of this kind. Say under “Whom you trust” if you trust this one, and the answer follows.',
  'not-yet-anchored':
    'The file is in the public record. Once its newest state is on the blockchain, verify again: the proof file is then completed here.',
}
