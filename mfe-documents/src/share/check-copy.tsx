import { type Answer, formatAnswer } from '@inkproof/proof/wording'
import { downloadSharedProof } from '@inkproof/protocol/calls/shares'
import type { SharedCertificate } from '@inkproof/protocol/certificates'
import type { Heads } from '@inkproof/protocol/log'
import { call } from '@inkproof/slice-parts/call'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { pageTexts, t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { DropZone } from '@inkproof/ui/drop-zone'
import { Skeleton } from '@inkproof/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { errorMessage } from '../certificates/error-message.ts'
import { progressOf } from '../certificates/progress.ts'
import { fingerprintFile } from '../fingerprint/browser-fingerprint.ts'
import { answerOf } from '../verify/answer.ts'
import { AnswerDetails } from '../verify/answer-details.tsx'
import { AnswerPanel } from '../verify/answer-panel.tsx'
import { checkProof } from '../verify/check-proof.ts'
import { useVerifyOptions } from '../verify/verify-options.store.ts'
import type { CheckedResult } from '../verify/verify-row.ts'

type Props = { certificate: SharedCertificate; heads: Heads | null }

type Copy = { name: string; work: 'reading' | { fingerprint: string } | { reason: string } }

/** The state of the certificate as an answer, and a drop zone that compares a copy of the file on the spot. */
export function CheckCopy({ certificate, heads }: Props) {
  const [copy, setCopy] = useState<Copy | null>(null)

  async function compare([file]: File[]) {
    if (!file) return
    setCopy({ name: file.name, work: 'reading' })
    try {
      const fingerprint = await fingerprintFile(file)
      setCopy({ name: file.name, work: { fingerprint } })
    } catch (error) {
      setCopy({ name: file.name, work: { reason: errorMessage(error) } })
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
      <DropZone
        size="sm"
        multiple={false}
        folders={false}
        onFiles={(files) => void compare(files)}
        title={copy === null ? t('Drop your copy of the file') : t('Compare another copy')}
        hint={copy === null ? t('It is compared on this device and is not uploaded.') : undefined}
      />
    </section>
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
  return reason === null ? t('On {time}.', { time }) : t('On {time}: “{reason}”.', { time, reason })
}

function NewerCertificate({ certificate }: Pick<Props, 'certificate'>) {
  const newer = certificate.revocation?.newShareLink
  if (!newer) return null
  return (
    <Button asChild variant="primary">
      <Link to={`/share/${newer}`}>{t('Open the newer certificate')}</Link>
    </Button>
  )
}

function CopyAnswer({ certificate, heads, copy }: Props & { copy: Copy }) {
  const { work } = copy
  if (work === 'reading') return <Skeleton className="h-44 w-full rounded-2xl" />
  if ('reason' in work) {
    return (
      <Alert tone="danger" title={t('The file could not be fingerprinted')}>
        {work.reason}
      </Alert>
    )
  }
  return (
    <ComparedCopy
      certificate={certificate}
      heads={heads}
      name={copy.name}
      fingerprint={work.fingerprint}
    />
  )
}

type ComparedProps = Props & { name: string; fingerprint: string }

function ComparedCopy({ certificate, heads, name, fingerprint }: ComparedProps) {
  const { shareLink, index, revokedBy } = certificate
  const options = useVerifyOptions()
  // The copy is checked again when the certificate's state changes.
  const step = heads && progressOf(index, heads).step
  const checked = useQuery({
    queryKey: ['copy', shareLink, fingerprint, options, step, revokedBy],
    queryFn: async () => {
      const proofText = await call(downloadSharedProof, { params: { shareLink } })
      return checkProof({ fingerprint, proofText }, options)
    },
    placeholderData: (previous) => previous,
    refetchOnMount: 'always',
  })
  const isReady = checked.data !== undefined
  const panel = useFocusWhenReady(isReady, fingerprint)
  if (checked.isError && !isReady) {
    return (
      <Alert
        tone="warning"
        title={t('This copy could not be checked')}
        actions={
          <Button size="sm" onClick={() => void checked.refetch()}>
            {t('Try again')}
          </Button>
        }
      >
        {errorMessage(checked.error)}
      </Alert>
    )
  }
  if (!isReady) return <Skeleton className="h-44 w-full rounded-2xl" />
  const outcome: CheckedResult = {
    step: 'checked',
    certificates: [certificate],
    isFoundByOwnerOnly: false,
    ...checked.data,
  }
  return (
    <div className="space-y-2">
      <p className="break-words font-medium text-ink text-sm">{name}</p>
      <AnswerPanel
        ref={panel}
        answer={answerOf(outcome)}
        fingerprint={fingerprint}
        isTest={outcome.verification.isTestInstallation}
        actions={<NewerCertificate certificate={certificate} />}
      >
        <AnswerDetails outcome={outcome} fingerprint={fingerprint} fileName={name} links={[]} />
      </AnswerPanel>
    </div>
  )
}

/** Moves focus to the answer for each copy when it appears. */
function useFocusWhenReady(isReady: boolean, fingerprint: string) {
  const panel = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another copy is another answer.
  useEffect(() => {
    if (!isReady) return
    panel.current?.scrollIntoView?.({ block: 'nearest' })
    panel.current?.focus({ preventScroll: true })
  }, [isReady, fingerprint])
  return panel
}
