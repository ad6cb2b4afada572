import { downloadAttachment } from '@inkproof/protocol/calls/envelopes'
import type { Envelope, SigningBasis } from '@inkproof/protocol/envelopes'
import { openAuth } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { WalletCancelled } from '@inkproof/slice-parts/wallet-connection'
import { t } from '@inkproof/texts/text'
import { KeyValue } from '@inkproof/ui/key-value'
import { Skeleton } from '@inkproof/ui/skeleton'
import { useState } from 'react'
import { isWaiting, kindOf, signerOf, useKeyChoice } from '../key-choice/use-key-choice.ts'
import { ZoomablePages } from '../pdf/zoomable-pages.tsx'
import { AttachmentCard } from './attachment-list.tsx'
import type { Expected } from './check-prepared.ts'
import { ConsentCard } from './consent-card.tsx'
import { DiscardButton } from './discard-button.tsx'
import { DocumentFailure } from './document-failure.tsx'
import { type Failure, failureOf } from './failure.ts'
import { FieldOverlay } from './field-overlay.tsx'
import { makeOwnValues, type Review } from './load-review.ts'
import { OwnKey } from './own-key.tsx'
import { RENDERER } from './renderer.ts'
import { SignBar } from './sign-bar.tsx'
import { signReviewed } from './sign-envelope.ts'
import { useReview } from './use-review.ts'
import { useViewedPages } from './use-viewed-pages.ts'

type Props = { envelope: Envelope; basis: SigningBasis; expected: Expected }

/** Shows exactly what will be signed, after it was checked, and signs it. */
export function ReviewPanel({ basis, envelope, expected }: Props) {
  const [state, retry] = useReview(envelope, basis, expected)
  switch (state.status) {
    case 'loading':
      return (
        <div role="status" className="space-y-4">
          <span className="sr-only">{t('Loading and checking the document')}</span>
          <Skeleton className="h-24 w-full rounded-xl" />
          <Skeleton className="aspect-[1/1.4] w-full rounded-xl" />
        </div>
      )
    case 'failed':
      return (
        <DocumentFailure
          {...state}
          onRetry={retry}
          actions={<DiscardButton envelope={envelope} size="sm" />}
        />
      )
    default:
      return <ReadyReview envelope={envelope} basis={basis} expected={expected} {...state} />
  }
}

function ReadyReview({ basis, envelope, expected, review }: Props & { review: Review }) {
  const [isAgreed, setIsAgreed] = useState(false)
  const [isReady, setIsReady] = useState(false)
  const [isSigning, setIsSigning] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [viewed, refOf] = useViewedPages()
  const [values, setValues] = useState(review.values)
  const { earlier, pdf, recipient } = review
  const named = expected.entered.recipients.find(({ email }) => email === null)
  const choice = useKeyChoice(kindOf(basis.key ?? named ?? null))
  const act = recipient.role === 'approver' ? 'approve' : 'sign'

  /** The signature's field says when it was signed, so it is drawn again, and shown, right before that. */
  function changeAgreement(agreed: boolean): void {
    setIsAgreed(agreed)
    setIsReady(false)
    if (!agreed) return
    makeOwnValues(review, expected.entered, pdf.pages, new Date()).then(
      (final) => {
        setValues(final)
        setIsReady(true)
      },
      (error) => {
        setIsAgreed(false)
        setFailure(failureOf(error))
      },
    )
  }

  async function sign(): Promise<void> {
    setIsSigning(true)
    setFailure(null)
    try {
      if (!(await openAuth())) return
      await signReviewed({
        envelope: envelope.id,
        recipient: recipient.id,
        accountId: expected.entered.accountId,
        act,
        basis,
        values,
        viewed,
        renderer: RENDERER,
        name: recipient.name,
        signer: signerOf(choice, named?.passkey),
      })
    } catch (error) {
      if (!(error instanceof WalletCancelled)) setFailure(failureOf(error))
    } finally {
      setIsSigning(false)
    }
  }

  return (
    <div className="space-y-6">
      <ReviewFacts envelope={envelope} review={review} basis={basis} />
      <AttachmentCard
        attachments={envelope.attachments}
        fields={envelope.fields}
        people={envelope.recipients}
        earlier={earlier}
        load={(field) => call(downloadAttachment, { params: { id: envelope.id, field } })}
      />
      <ZoomablePages
        document={pdf}
        renderOverlay={(page) => (
          <div ref={refOf(page.number)} className="absolute inset-0" data-page={page.number}>
            <FieldOverlay page={page} values={earlier} />
            <FieldOverlay page={page} values={values} />
          </div>
        )}
      />
      <ConsentCard
        act={act}
        text={basis.consent.text}
        isAgreed={isAgreed}
        onChange={changeAgreement}
        disabled={isSigning}
      />
      <OwnKey choice={choice} basis={basis} namedWallet={named?.wallet} isBusy={isSigning} />
      <SignBar
        act={act}
        isAgreed={isAgreed && isReady}
        isWaiting={isWaiting(choice)}
        isSigning={isSigning}
        failure={failure}
        shownPages={viewed.size}
        pageCount={pdf.pages.length}
        onSign={() => void sign()}
        discard={<DiscardButton envelope={envelope} disabled={isSigning} />}
      />
    </div>
  )
}

function ReviewFacts({
  basis,
  envelope,
  review: { recipient },
}: Pick<Props, 'basis' | 'envelope'> & { review: Review }) {
  return (
    <KeyValue
      items={[
        { label: t('File'), value: envelope.document.fileName },
        {
          label: recipient.role === 'approver' ? t('Approver') : t('Signer'),
          value: `${recipient.name} (${recipient.email})`,
        },
        {
          label: t('Fingerprint of what you sign'),
          value: basis.prepared.fingerprint,
          mono: true,
        },
      ]}
    />
  )
}
