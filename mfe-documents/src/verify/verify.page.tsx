import { t } from '@inkproof/texts/text'
import '../full.css'
import './clear-for-next-user.ts'
import { DropZone } from '@inkproof/ui/drop-zone'
import { Page, PageHeader } from '@inkproof/ui/page'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { errorMessage } from '../certificates/error-message.ts'
import { fingerprintFile } from '../fingerprint/browser-fingerprint.ts'
import { OptionsCard } from './options-card.tsx'
import { PasteForm } from './paste-form.tsx'
import { ResultTable } from './result-table.tsx'
import { RowResult } from './row-result.tsx'
import { startOver, useVerify, verifyFiles, verifyShareLink } from './verify.store.ts'
import { pair } from './verify-entries.ts'

export function Component() {
  const linkError = useLinkedCertificate()
  const { files, proofs, outcomes } = useVerify()
  const rows = pair(files, proofs)
  const [only] = rows
  return (
    <Page>
      <PageHeader
        eyebrow={t('Verify')}
        title={t('Is this the certified file?')}
        lead={t(
          'The check runs in your browser. It relies only on the records and blockchain nodes you choose.',
        )}
      />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
        <div className="min-w-0 space-y-6">
          {rows.length > 1 && (
            <ResultTable rows={rows} outcomes={outcomes} onStartOver={startOver} />
          )}
          {rows.length === 1 && only !== undefined && (
            <RowResult row={only} outcome={outcomes[only.key]} onStartOver={startOver} />
          )}
          <AddFiles isFirst={rows.length === 0} error={linkError} />
        </div>
        <OptionsCard />
      </div>
    </Page>
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
        hint={
          isFirst
            ? t('One file or a thousand. Files without a proof file are looked up by fingerprint.')
            : undefined
        }
        error={error}
      />
      <PasteForm />
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
