import { downloadSharedProof } from '@inkproof/protocol/calls/shares'
import type { SharedCertificate } from '@inkproof/protocol/certificates'
import type { Heads } from '@inkproof/protocol/log'
import { call } from '@inkproof/slice-parts/call'
import { Skeleton } from '@inkproof/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { progressOf } from '../certificates/progress.ts'
import { answerOf } from '../verify/answer.ts'
import { AnswerDetails } from '../verify/answer-details.tsx'
import { AnswerPanel } from '../verify/answer-panel.tsx'
import { checkProof } from '../verify/check-proof.ts'
import { useVerifyOptions } from '../verify/verify-options.store.ts'
import type { CheckedResult } from '../verify/verify-row.ts'
import { CheckFailure } from './check-failure.tsx'
import { NewerCertificate } from './newer-certificate.tsx'

type Props = {
  certificate: SharedCertificate
  heads: Heads | null
  /** Name and fingerprint of the copy. */
  name: string
  fingerprint: string
}

/** The answer for a copy of the file, verified with the certificate's proof file. */
export function ComparedCopy({ certificate, heads, name, fingerprint }: Props) {
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
    return <CheckFailure error={checked.error} onRetry={() => void checked.refetch()} />
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
