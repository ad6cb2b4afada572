import type { SharedCertificate } from '@inkproof/protocol/certificates'
import { saveFile } from '@inkproof/slice-parts/save-file'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Fingerprint } from '@inkproof/ui/fingerprint'
import { Skeleton } from '@inkproof/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { errorMessage } from '../certificates/error-message.ts'
import type { StoredTrial } from '../drafts/browser-db.ts'
import { answerOf } from '../verify/answer.ts'
import { AnswerPanel } from '../verify/answer-panel.tsx'
import { useVerifyOptions } from '../verify/verify-options.store.ts'
import { compareCopies } from './compare-copies.ts'

type Props = { certificate: SharedCertificate }

/** Verifies the document and the changed copy, and shows both answers. */
export function Comparison({ certificate, trial }: Props & { trial: StoredTrial }) {
  const options = useVerifyOptions()
  const compared = useQuery({
    queryKey: ['compared', certificate.shareLink, options],
    queryFn: () => compareCopies(trial, certificate.shareLink, options),
    placeholderData: (previous) => previous,
    refetchOnMount: 'always',
  })
  if (compared.isPending) return <Skeleton className="h-72 w-full rounded-2xl" />
  if (compared.isError) {
    return (
      <Alert
        tone="danger"
        title={t('The two files could not be verified')}
        actions={
          <Button size="sm" onClick={() => void compared.refetch()}>
            {t('Try again')}
          </Button>
        }
      >
        {errorMessage(compared.error)}
      </Alert>
    )
  }
  return (
    <Results>
      <div className="grid gap-6 lg:grid-cols-2">
        {compared.data.map((copy) => (
          <CopyResult key={copy.label} copy={copy} certificate={certificate} />
        ))}
      </div>
    </Results>
  )
}

/** Receives focus when it appears, because the pressed button is gone. */
function Results({ children }: { children: ReactNode }) {
  const group = useRef<HTMLFieldSetElement>(null)
  useEffect(() => group.current?.focus({ preventScroll: true }), [])
  return (
    <fieldset ref={group} tabIndex={-1} className="min-w-0 space-y-6 outline-none">
      <legend className="sr-only">{t('The original and the changed copy')}</legend>
      {children}
    </fieldset>
  )
}

type Copy = Awaited<ReturnType<typeof compareCopies>>[number]

function CopyResult({ copy, certificate }: Props & { copy: Copy }) {
  const { label, sentence, changedIndex, file, fingerprint, checked } = copy
  const certificates = [certificate]
  const outcome = { step: 'checked', certificates, isFoundByOwnerOnly: false, ...checked } as const
  return (
    <div className="min-w-0 space-y-4">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-medium text-ink">{label}</h3>
        <Button size="sm" variant="ghost" onClick={() => saveFile(file, file.name)}>
          <Download aria-hidden="true" /> {t('Save')}
        </Button>
      </div>
      <Sentence sentence={sentence} changedIndex={changedIndex} />
      <Fingerprint
        value={fingerprint}
        {...(changedIndex !== null && { compareWith: certificate.fingerprint })}
        copyLabel={
          changedIndex === null
            ? t('Copy the fingerprint of the original')
            : t('Copy the fingerprint of the changed copy')
        }
      />
      <AnswerPanel
        level={3}
        answer={answerOf(outcome)}
        fingerprint={fingerprint}
        isTest={checked.verification.isTestInstallation}
      />
    </div>
  )
}

function Sentence({ sentence, changedIndex }: { sentence: string; changedIndex: number | null }) {
  const characters = [...sentence]
  const end = changedIndex ?? characters.length
  return (
    <p className="break-words rounded-lg border border-line bg-surface px-5 py-6 text-ink text-xl">
      {characters.slice(0, end).join('')}
      {changedIndex !== null && (
        <mark className="rounded-xs bg-danger-wash text-danger underline underline-offset-4">
          {characters[end]}
        </mark>
      )}
      {characters.slice(end + 1).join('')}
    </p>
  )
}
