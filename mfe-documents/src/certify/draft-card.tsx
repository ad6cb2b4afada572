import { CLAIM_LENGTHS } from '@inkproof/protocol/certificates'
import { formatBytes } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Badge } from '@inkproof/ui/badge'
import { Button } from '@inkproof/ui/button'
import { Card } from '@inkproof/ui/card'
import { Disclosure } from '@inkproof/ui/disclosure'
import { Field } from '@inkproof/ui/field'
import { Fingerprint } from '@inkproof/ui/fingerprint'
import { IconButton } from '@inkproof/ui/icon-button'
import { Input } from '@inkproof/ui/input'
import { Progress } from '@inkproof/ui/progress'
import { Textarea } from '@inkproof/ui/textarea'
import { FileText, X } from 'lucide-react'
import { memo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Draft } from '../drafts/draft.ts'
import { formatReadingProgress } from '../fingerprint/reading-progress.ts'
import { cancelReading, editDraft, removeDrafts } from './certify.store.ts'
import { certifyDrafts } from './certify-drafts.ts'
import { OpenCertificate } from './open-certificate.tsx'

type Props = { draft: Draft; isOnly: boolean }

/**
 * One file: its fingerprint, title and progress. Memoized, because a folder may contain a thousand files and the
 * progress of one must not re-render the others.
 */
export const DraftCard = memo(function DraftCard({ draft, isOnly }: Props) {
  return (
    <Card className="animate-rise-in">
      <FileLine draft={draft} />
      <StepContent draft={draft} isOnly={isOnly} />
    </Card>
  )
})

function FileLine({ draft }: { draft: Draft }) {
  const isBusy = draft.work.step === 'sending'
  const isReading = draft.work.step === 'reading' || draft.work.step === 'waiting'
  return (
    <div className="flex items-start gap-3">
      <FileText className="mt-1 size-5 shrink-0 text-accent-ink" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="break-words font-medium text-ink">{draft.fileName}</p>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-faint text-sm">
          {formatBytes(draft.fileSize)} <StepBadge draft={draft} />
        </p>
      </div>
      {!isBusy && !isReading && (
        <IconButton
          size="sm"
          label={t('Remove {fileName} from the list', { fileName: draft.fileName })}
          onClick={() => void removeDrafts([draft.id])}
        >
          <X />
        </IconButton>
      )}
    </div>
  )
}

function StepBadge({ draft: { work } }: { draft: Draft }) {
  if (work.step === 'ready') return <Badge tone="accent">{t('Fingerprinted')}</Badge>
  if (work.step === 'certified') return <Badge tone="success">{t('Certified')}</Badge>
  return null
}

function StepContent({ draft, isOnly }: Props) {
  const { work } = draft
  switch (work.step) {
    case 'waiting':
    case 'reading':
      return <Reading draft={draft} />
    case 'interrupted':
      return <Interrupted />
    case 'unreadable':
      return (
        <Alert tone="danger" className="mt-4" title={t('The file could not be fingerprinted')}>
          {work.reason}
        </Alert>
      )
    case 'sending':
      return <Progress className="mt-4" label={t('Recording…')} value={null} />
    case 'unsure':
      return <Unconfirmed id={draft.id} reason={work.reason} />
    case 'certified':
      return <OpenCertificate id={draft.id} shareLink={work.shareLink} index={work.index} />
    case 'ready':
    case 'refused':
      return <Ready draft={draft} work={work} isOnly={isOnly} />
  }
}

function Reading({ draft }: { draft: Draft }) {
  const { work, fileSize } = draft
  const isWaiting = work.step !== 'reading'
  const detail = isWaiting
    ? null
    : formatReadingProgress(work.doneBytes, fileSize, work.bytesPerSecond)
  return (
    <Progress
      className="mt-4"
      label={isWaiting ? t('Queued') : t('Fingerprinting')}
      value={isWaiting ? 0 : work.doneBytes / fileSize}
      detail={detail}
      action={
        <Button size="sm" variant="ghost" onClick={() => cancelReading(draft.id)}>
          {t('Cancel')}
        </Button>
      }
    />
  )
}

function Interrupted() {
  return (
    <Alert tone="warning" className="mt-4" title={t('Reading was interrupted')}>
      {t('You left the page before this file was fully read. Choose the file again below.')}
    </Alert>
  )
}

function Unconfirmed({ id, reason }: { id: string; reason: string }) {
  return (
    <Alert
      tone="warning"
      className="mt-4"
      title={t('Not confirmed yet')}
      actions={
        <Button size="sm" onClick={() => void certifyDrafts([id])}>
          {t('Try again')}
        </Button>
      }
    >
      {t('{reason} You can safely try again: only one certificate will be created.', {
        reason,
      })}
    </Alert>
  )
}

type ReadyWork = Extract<Draft['work'], { step: 'ready' | 'refused' }>

function Ready({ draft, work, isOnly }: Props & { work: ReadyWork }) {
  return (
    <div className="mt-4 space-y-4">
      {work.step === 'refused' && (
        <Alert tone="danger" title={t('Not certified')}>
          {work.reason}
        </Alert>
      )}
      <Fingerprint value={work.fingerprint} />
      {isOnly ? (
        <TitleAndNote draft={draft} />
      ) : (
        <Disclosure summary={<span className="text-ink-muted text-sm">{t('Title and note')}</span>}>
          <TitleAndNote draft={draft} />
          <CertifyOneButton id={draft.id} />
        </Disclosure>
      )}
    </div>
  )
}

function TitleAndNote({ draft }: { draft: Draft }) {
  return (
    <div className="grid gap-4">
      <Field label={t('Title')} hint={t('Shown on the certificate.')}>
        <Input
          value={draft.title}
          maxLength={CLAIM_LENGTHS.title}
          onChange={(event) => void editDraft(draft.id, { title: event.currentTarget.value })}
        />
      </Field>
      <Field label={t('Note')} optional hint={t('Anyone with the certificate’s link can read it.')}>
        <Textarea
          value={draft.note}
          maxLength={CLAIM_LENGTHS.note}
          rows={2}
          onChange={(event) => void editDraft(draft.id, { note: event.currentTarget.value })}
        />
      </Field>
    </div>
  )
}

function CertifyOneButton({ id }: { id: string }) {
  const navigate = useNavigate()
  async function certifyOne() {
    const shareLink = await certifyDrafts([id])
    if (shareLink !== null) navigate(`/share/${shareLink}`)
  }
  return (
    <Button className="mt-4" onClick={() => void certifyOne()}>
      {t('Certify this file only')}
    </Button>
  )
}
