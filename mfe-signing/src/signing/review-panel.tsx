import { downloadAttachment } from '@inkproof/protocol/calls/envelopes'
import type { Envelope, SigningBasis } from '@inkproof/protocol/envelopes'
import { call } from '@inkproof/slice-parts/call'
import { t } from '@inkproof/texts/text'
import { KeyValue } from '@inkproof/ui/key-value'
import { Skeleton } from '@inkproof/ui/skeleton'
import { isWaiting } from '../key-choice/use-key-choice.ts'
import { ZoomablePages } from '../pdf/zoomable-pages.tsx'
import { AttachmentCard } from './attachment-list.tsx'
import type { Expected } from './check-prepared.ts'
import { ConsentCard } from './consent-card.tsx'
import { DiscardButton } from './discard-button.tsx'
import { DocumentFailure } from './document-failure.tsx'
import { FieldOverlay } from './field-overlay.tsx'
import type { Review } from './load-review.ts'
import { OwnKey } from './own-key.tsx'
import { SignBar } from './sign-bar.tsx'
import { useOwnSignature } from './use-own-signature.ts'
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

function ReadyReview(props: Props & { review: Review }) {
  const { basis, envelope, review } = props
  const [viewed, refOf] = useViewedPages()
  const own = useOwnSignature({ ...props, viewed })
  const { act, choice, isSigning, named } = own
  const { earlier, pdf } = review
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
            <FieldOverlay page={page} values={own.values} />
          </div>
        )}
      />
      <ConsentCard
        act={act}
        text={basis.consent.text}
        isAgreed={own.isAgreed}
        onChange={own.changeAgreement}
        disabled={isSigning}
      />
      <OwnKey choice={choice} basis={basis} namedWallet={named?.wallet} isBusy={isSigning} />
      <SignBar
        act={act}
        isAgreed={own.isAgreed && own.isReady}
        isWaiting={isWaiting(choice)}
        isSigning={isSigning}
        failure={own.failure}
        shownPages={viewed.size}
        pageCount={pdf.pages.length}
        onSign={() => void own.sign()}
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
