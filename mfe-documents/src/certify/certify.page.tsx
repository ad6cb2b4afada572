import { t } from '@inkproof/texts/text'
import '../full.css'
import { useSession } from '@inkproof/slice'
import { Card } from '@inkproof/ui/card'
import { DropZone } from '@inkproof/ui/drop-zone'
import { Page, PageHeader } from '@inkproof/ui/page'
import { Skeleton } from '@inkproof/ui/skeleton'
import { useEffect, useMemo, useRef } from 'react'
import type { Draft, Settings } from '../drafts/draft.ts'
import { fingerprintFile } from '../fingerprint/browser-fingerprint.ts'
import { accountIdOf } from '../session/current-account.ts'
import { TrialForm } from '../trial/trial-form.tsx'
import { addFiles, clearFinished } from './certify.store.ts'
import { resumeUnconfirmed } from './certify-drafts.ts'
import { CertifyPanel } from './certify-panel.tsx'
import { DraftRow } from './draft-row.tsx'
import { useEarlierCertificates } from './earlier-certificates.ts'
import { ListSummary } from './list-summary.tsx'
import { restoreDrafts, useCertify } from './stored-drafts.ts'

export function Component() {
  const certify = useCertify()
  useResume()
  return (
    <Page>
      <PageHeader
        eyebrow={t('Certify')}
        title={t('Prove that this exact file exists today')}
        lead={t(
          'Files are fingerprinted on your device and never uploaded. Only the fingerprint, file name, size and the details you enter are sent to Inkproof. The public record contains only a hash that reveals none of this.',
        )}
      />
      {certify.status === 'restoring' && <Skeleton className="h-96 w-full rounded-xl" />}
      {certify.status === 'open' && certify.drafts.length === 0 && <EmptyState />}
      {certify.status === 'open' && certify.drafts.length > 0 && <DraftList {...certify} />}
    </Page>
  )
}

/**
 * Prepares the current user's drafts: clears the finished ones of earlier visits, and resumes interrupted requests once
 * online.
 */
function useResume(): void {
  const accountId = useSession(accountIdOf)
  // A user who signs out and in again during a visit finds the same files.
  const accounts = useRef(new Set<string | null>())
  useEffect(() => {
    const resume = () => void restoreDrafts().then(resumeUnconfirmed)
    if (accountId !== undefined && !accounts.current.has(accountId)) {
      accounts.current.add(accountId)
      void clearFinished()
    }
    if (accountId) resume()
    addEventListener('online', resume)
    return () => removeEventListener('online', resume)
  }, [accountId])
}

function EmptyState() {
  return (
    <>
      <DropZone
        onFiles={addSelectedFiles}
        title={t('Drop files or a folder')}
        hint={t('Any type, any size. The file itself is not uploaded.')}
      />
      <div className="mt-6">
        <TrialForm onCreated={addTrialFile} />
      </div>
    </>
  )
}

function DraftList({ drafts, settings }: { drafts: Draft[]; settings: Settings }) {
  const isOnly = drafts.length === 1
  const earlier = useEarlierCertificates(drafts)
  const twins = useMemo(() => findTwins(drafts), [drafts])
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
      <div className="min-w-0 space-y-4">
        <ListSummary drafts={drafts} />
        <Card asChild padding="none">
          <ul className="divide-y divide-line" aria-label={t('Files')}>
            {drafts.map((draft) => (
              <DraftRow
                key={draft.id}
                draft={draft}
                isOnly={isOnly}
                earlier={earlier.get(draft.id)}
                twinName={twins.get(draft.id)}
              />
            ))}
          </ul>
        </Card>
        <DropZone size="sm" onFiles={addSelectedFiles} title={t('Add more files')} />
      </div>
      <CertifyPanel drafts={drafts} settings={settings} earlier={earlier} />
    </div>
  )
}

/** Returns the name of the first file with the same content, for each other one. */
function findTwins(drafts: readonly Draft[]): ReadonlyMap<string, string> {
  const first = new Map<string, string>()
  const twins = new Map<string, string>()
  for (const { id, fileName, work } of drafts) {
    if (!('fingerprint' in work)) continue
    const name = first.get(work.fingerprint)
    if (name === undefined) first.set(work.fingerprint, fileName)
    else twins.set(id, name)
  }
  return twins
}

function addSelectedFiles(files: File[]): void {
  void addFiles(files, fingerprintFile)
}

function addTrialFile(file: File): void {
  void addFiles([file], fingerprintFile, { isMade: true })
}
