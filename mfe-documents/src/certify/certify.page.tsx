import { t } from '@inkproof/texts/text'
import '../full.css'
import { useSession } from '@inkproof/slice'
import { Card } from '@inkproof/ui/card'
import { DropZone } from '@inkproof/ui/drop-zone'
import { Page, PageHeader } from '@inkproof/ui/page'
import { Skeleton } from '@inkproof/ui/skeleton'
import { useEffect, useMemo, useRef, useState } from 'react'
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
  const isPrepared = usePreparedDrafts()
  const stored = useCertify()
  const certify = isPrepared ? stored : RESTORING
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

const RESTORING = { status: 'restoring' } as const

/**
 * Prepares the current user's drafts: clears the finished ones of earlier visits, and resumes interrupted requests once
 * online. Returns false until the finished drafts are cleared, because files must not be added to a list that is about
 * to change.
 */
function usePreparedDrafts(): boolean {
  const [isPrepared, setPrepared] = useState(false)
  const accountId = useSession(accountIdOf)
  // A user who signs out and in again during a visit finds the same files.
  const accounts = useRef(new Set<string | null>())
  useEffect(() => {
    const resume = () => void restoreDrafts().then(resumeUnconfirmed)
    if (accountId !== undefined && !accounts.current.has(accountId)) {
      accounts.current.add(accountId)
      void clearFinished().finally(() => setPrepared(true))
    }
    if (accountId) resume()
    addEventListener('online', resume)
    return () => removeEventListener('online', resume)
  }, [accountId])
  return isPrepared
}

function EmptyState() {
  return (
    <>
      <DropZone
        onFiles={addSelectedFiles}
        title={t('Drop files or a folder')}
        touchTitle={t('Choose files')}
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
  const originals = useMemo(() => findOriginals(drafts), [drafts])
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
                sameContentAs={originals.get(draft.id)}
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

/** For each file that repeats the content of an earlier one in the list: the name of that one, by draft ID. */
function findOriginals(drafts: readonly Draft[]): ReadonlyMap<string, string> {
  const first = new Map<string, string>()
  const originals = new Map<string, string>()
  for (const { id, fileName, work } of drafts) {
    if (!('fingerprint' in work)) continue
    const name = first.get(work.fingerprint)
    if (name === undefined) first.set(work.fingerprint, fileName)
    else originals.set(id, name)
  }
  return originals
}

function addSelectedFiles(files: File[]): void {
  void addFiles(files, fingerprintFile)
}

function addTrialFile(file: File): void {
  void addFiles([file], fingerprintFile, { isMade: true })
}
