import { t } from '@inkproof/texts/text'
import '../full.css'
import './clear-for-next-user.ts'
import { Button } from '@inkproof/ui/button'
import { DropZone } from '@inkproof/ui/drop-zone'
import { Page, PageHeader } from '@inkproof/ui/page'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { errorMessage } from '../certificates/error-message.ts'
import { fingerprintFile } from '../fingerprint/browser-fingerprint.ts'
import { Advanced } from './advanced.tsx'
import { EvidenceNotice } from './evidence-notice.tsx'
import { PasteForm } from './paste-form.tsx'
import { ResultList } from './result-list.tsx'
import { describeRow, RowResult } from './row-result.tsx'
import { ScanCode } from './scan-code.tsx'
import { restoreResults } from './stored-results.ts'
import { useResultFocus } from './use-result-focus.ts'
import { useVerify } from './verify.store.ts'
import { pair, type Row } from './verify-entries.ts'
import { startOver, verifyFiles, verifyShareLink } from './verify-input.ts'
import type { RowOutcome } from './verify-row.ts'

export function Component() {
  const linkError = useLinkedCertificate()
  useEffect(() => void restoreResults(), [])
  const { files, proofs, outcomes } = useVerify()
  const rows = pair(files, proofs)
  const isEmpty = rows.length === 0
  return (
    <Page>
      <PageHeader
        eyebrow={t('Verify')}
        title={t('Is this the certified file?')}
        lead={
          isEmpty &&
          t('Add it here to find out. The check runs in your browser; the file is not uploaded.')
        }
      />
      <div className="space-y-6">
        {!isEmpty && <Results rows={rows} outcomes={outcomes} />}
        <EvidenceNotice />
        <AddFiles isFirst={isEmpty} error={linkError} />
        <Advanced />
      </div>
    </Page>
  )
}

type ResultsProps = { rows: Row[]; outcomes: Record<string, RowOutcome> }

function Results({ rows, outcomes }: ResultsProps) {
  const [only] = rows
  const isSingle = rows.length === 1 && only !== undefined
  const outcome = only && outcomes[only.key]
  const isFinished = outcome !== undefined && outcome.step !== 'checking'
  const ref = useResultFocus(!isSingle || isFinished || only.file?.work.step === 'unreadable')
  return (
    <section ref={ref} tabIndex={-1} aria-label={t('Result')} className="space-y-4 outline-none">
      <div className="flex items-start justify-between gap-4">
        <p className="min-w-0 break-words py-1.5 text-ink-muted text-sm">
          {isSingle && (
            <>
              <span className="font-medium text-ink">{only.file?.name ?? only.proof?.name}</span>
              {' · '}
              {describeRow(only)}
            </>
          )}
        </p>
        <Button size="sm" variant="ghost" className="-mr-3" onClick={startOver}>
          {t('Start over')}
        </Button>
      </div>
      {isSingle ? (
        <RowResult row={only} outcome={outcome} />
      ) : (
        <ResultList rows={rows} outcomes={outcomes} />
      )}
    </section>
  )
}

function AddFiles({ isFirst, error }: { isFirst: boolean; error: string | null }) {
  return (
    <>
      <DropZone
        size={isFirst ? 'lg' : 'sm'}
        onFiles={(files) => void verifyFiles(files, fingerprintFile)}
        title={
          isFirst
            ? t('Drop a file, and its proof file if you have it')
            : t('Add files or proof files')
        }
        touchTitle={isFirst ? t('Choose a file, and its proof file if you have it') : undefined}
        hint={
          isFirst
            ? t('One file or a thousand. Files without a proof file are looked up by fingerprint.')
            : undefined
        }
        error={error}
      />
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_auto]">
        <PasteForm />
        <ScanCode />
      </div>
    </>
  )
}

/** Verifies the certificate whose page linked here. Returns an error message if it cannot be loaded, otherwise null. */
function useLinkedCertificate(): string | null {
  const state: unknown = useLocation().state
  const shareLink = shareLinkFromState(state)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    if (shareLink === null) return
    verifyShareLink(shareLink).catch((failure) => setError(errorMessage(failure)))
  }, [shareLink])
  return error
}

function shareLinkFromState(state: unknown): string | null {
  const link = (state as { shareLink?: unknown } | null)?.shareLink
  return typeof link === 'string' ? link : null
}
