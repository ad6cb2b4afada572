import { sanitizeQuotation } from '@inkproof/proof/display-text'
import { type Answer, formatAnswer } from '@inkproof/proof/wording'
import type { SharedCertificate } from '@inkproof/protocol/certificates'
import type { Heads } from '@inkproof/protocol/log'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { pageTexts, t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { DropZone } from '@inkproof/ui/drop-zone'
import { Skeleton } from '@inkproof/ui/skeleton'
import { useRef, useState } from 'react'
import { errorMessage } from '../certificates/error-message.ts'
import { progressOf } from '../certificates/progress.ts'
import { fingerprintFile } from '../fingerprint/browser-fingerprint.ts'
import { AnswerPanel } from '../verify/answer-panel.tsx'
import { isProofFile } from '../verify/is-proof-file.ts'
import { CheckFailure } from './check-failure.tsx'
import { NewerCertificate } from './newer-certificate.tsx'
import { useCode } from './use-code.ts'

type Props = { certificate: SharedCertificate; heads: Heads | null }

type Copy = {
  name: string
  work: 'reading' | 'is proof file' | { fingerprint: string } | { reason: string }
}

/** The state of the certificate as an answer, and a drop zone that compares a copy of the file. */
export function CheckCopy({ certificate, heads }: Props) {
  const [copy, setCopy] = useState<Copy | null>(null)
  const newest = useRef<File[]>(null)

  /** Compares the first file that is not a proof file. A copy that was added later replaces it, even while it is read. */
  async function compare(files: File[]) {
    newest.current = files
    const show = (shown: Copy) => newest.current === files && setCopy(shown)
    const { file, isProof } = await chooseCopy(files)
    if (!file) return
    const { name } = file
    if (isProof) return show({ name, work: 'is proof file' })
    show({ name, work: 'reading' })
    try {
      show({ name, work: { fingerprint: await fingerprintFile(file) } })
    } catch (error) {
      show({ name, work: { reason: errorMessage(error) } })
    }
  }

  return (
    <section aria-label={t('Compare a copy')} className="space-y-4">
      {copy === null ? (
        <AnswerPanel
          answer={stateOf(certificate, heads)}
          fingerprint={certificate.fingerprint}
          isTest={heads?.chain.embedded ?? false}
          actions={<NewerCertificate certificate={certificate} />}
        />
      ) : (
        <CopyAnswer certificate={certificate} heads={heads} copy={copy} />
      )}
      <CopyDropZone hasCopy={copy !== null} onFiles={(files) => void compare(files)} />
    </section>
  )
}

/** Mails contain the file and its proof file, and readers add both. */
async function chooseCopy(files: File[]): Promise<{ file: File | undefined; isProof: boolean }> {
  for (const file of files) if (!(await isProofFile(file))) return { file, isProof: false }
  return { file: files[0], isProof: true }
}

type CopyDropZoneProps = { hasCopy: boolean; onFiles: (files: File[]) => void }

/** The drop zone for a copy of the file. */
export function CopyDropZone({ hasCopy, onFiles }: CopyDropZoneProps) {
  return (
    <DropZone
      size="sm"
      folders={false}
      onFiles={onFiles}
      title={hasCopy ? t('Compare another copy') : t('Drop your copy of the file')}
      touchTitle={hasCopy ? undefined : t('Choose your copy of the file')}
      hint={hasCopy ? undefined : t('It is compared on this device and is not uploaded.')}
    />
  )
}

/** The answer without a file: what is known about the certificate now. */
function stateOf({ index, revokedBy, revocation }: SharedCertificate, heads: Heads | null): Answer {
  if (revokedBy !== null) {
    const isReplaced = Boolean(revocation?.newShareLink)
    const answer = formatAnswer(isReplaced ? 'replaced' : 'revoked', pageTexts)
    const time = revocation && formatDateTime(revocation.at, { showZone: true })
    return { ...answer, context: time ? endedOn(time, isReplaced, revocation.reason) : '' }
  }
  const progress = heads && progressOf(index, heads)
  switch (progress?.step) {
    case 'received':
    case 'logged':
      return {
        ...formatAnswer('not-anchored', pageTexts),
        context: t('Usually takes a few seconds; this page updates by itself.'),
      }
    case 'anchored':
      return {
        ...formatAnswer('not-final', pageTexts),
        context: t(
          '{confirmations} of {required} confirmations. This page updates by itself.',
          progress,
        ),
      }
    default:
      return formatAnswer('certificate-found', pageTexts)
  }
}

function endedOn(time: string, isReplaced: boolean, reason: string | null): string {
  if (isReplaced) return t('Replaced on {time}.', { time })
  return reason === null
    ? t('On {time}.', { time })
    : t('On {time}: “{reason}”.', { time, reason: sanitizeQuotation(reason) })
}

function CopyAnswer({ certificate, heads, copy }: Props & { copy: Copy }) {
  const verifier = useCode(
    'compared-copy',
    () => import(/* webpackChunkName: "copies" */ './compared-copy.tsx'),
  )
  const { work } = copy
  if (work === 'is proof file') {
    return (
      <Alert tone="info" title={t('This is the proof file.')}>
        {t('Add the file that it belongs to.')}
      </Alert>
    )
  }
  if (work !== 'reading' && 'reason' in work) {
    return (
      <Alert tone="danger" title={t('The file could not be fingerprinted')}>
        {work.reason}
      </Alert>
    )
  }
  if (verifier.isError) {
    return <CheckFailure error={verifier.error} onRetry={() => void verifier.refetch()} />
  }
  if (work === 'reading' || verifier.isPending) {
    return <Skeleton className="h-44 w-full rounded-2xl" />
  }
  const { ComparedCopy } = verifier.data
  return (
    <ComparedCopy
      certificate={certificate}
      heads={heads}
      name={copy.name}
      fingerprint={work.fingerprint}
    />
  )
}
