import { downloadAttachment, downloadPrepared } from '@inkproof/protocol/calls/envelopes'
import type { Envelope, Participant, SigningBasis } from '@inkproof/protocol/envelopes'
import { openAuth } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { WalletCancelled } from '@inkproof/slice-parts/wallet-connection'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { useState } from 'react'
import { type EnteredValues, enteredForRequest, removeEnteredFor } from '../filling/entered-db.ts'
import { FillDocument, type FilledDocument } from '../filling/fill-document.tsx'
import { LoadingDocument } from '../filling/loading-document.tsx'
import { type CheckedDocument, useCheckedDocument } from '../filling/use-checked-document.ts'
import { type EnteredState, useEntered } from '../filling/use-entered.ts'
import { isWaiting, kindOf, signerOf, useKeyChoice } from '../key-choice/use-key-choice.ts'
import { AttachmentCard } from '../signing/attachment-list.tsx'
import { DiscardButton } from '../signing/discard-button.tsx'
import { DocumentFailure } from '../signing/document-failure.tsx'
import { type Failure, failureOf } from '../signing/failure.ts'
import { OwnKey } from '../signing/own-key.tsx'
import { RENDERER } from '../signing/renderer.ts'
import { SignBar } from '../signing/sign-bar.tsx'
import { signReviewed } from '../signing/sign-envelope.ts'

type Props = {
  envelope: Envelope
  basis: SigningBasis
  /** The sender's own part. */
  you: Participant
  accountId: string
}

/** The sender's own turn in a browser that does not have what they entered: they fill their fields as other signers do. */
export function FillRequest(props: Props) {
  const { basis, envelope, you } = props
  const { id, expiresAt, fields, message, recipients: participants, title } = envelope
  const { entered, setValue } = useEntered(enteredForRequest(id))
  const [state, retry] = useCheckedDocument(
    { id, basis, expiresAt: expiresAt ?? '', fields, message, participants, title, you },
    (signal) => call(downloadPrepared, { params: { id } }, { signal }),
  )
  if (state.status === 'loading' || entered === null) return <LoadingDocument />
  if (state.status === 'failed')
    return (
      <DocumentFailure
        {...state}
        onRetry={retry}
        actions={<DiscardButton envelope={envelope} size="sm" />}
      />
    )
  return (
    <SenderDocument
      {...props}
      checked={state.checked}
      values={entered.values}
      setValue={setValue}
    />
  )
}

type SenderDocumentProps = Props & {
  checked: CheckedDocument
  values: EnteredValues
  setValue: EnteredState['setValue']
}

function SenderDocument(props: SenderDocumentProps) {
  const { accountId, checked, envelope, setValue, values, you } = props
  const [isSigning, setIsSigning] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const choice = useKeyChoice(kindOf(props.basis.key))
  const act = you.role === 'approver' ? 'approve' : 'sign'

  async function sign(filled: FilledDocument): Promise<void> {
    setIsSigning(true)
    setFailure(null)
    try {
      if (!(await openAuth())) return
      const { basis } = checked
      const signer = { envelope: envelope.id, recipient: you.id, accountId }
      const { values: drawn, viewed } = filled
      const drawnBy = { renderer: RENDERER, name: you.name }
      const reviewed = { act, basis, values: drawn, viewed, ...drawnBy } as const
      await signReviewed({ ...signer, ...reviewed, signer: signerOf(choice) })
      await removeEnteredFor(enteredForRequest(envelope.id))
    } catch (error) {
      if (!(error instanceof WalletCancelled)) setFailure(failureOf(error))
    } finally {
      setIsSigning(false)
    }
  }

  return (
    <div className="space-y-6">
      <Alert tone="info" title={t('You can sign in this browser')}>
        {t(
          'What you entered is only in the browser from which you sent the document. Continue there, or fill in your fields here.',
        )}
      </Alert>
      <p className="break-words text-ink-muted">
        {t('You are acting as {name} ({email}).', { name: you.name, email: you.email })}
      </p>
      <AttachmentCard
        attachments={envelope.attachments}
        fields={envelope.fields}
        people={envelope.recipients}
        earlier={checked.earlier}
        load={(field) => call(downloadAttachment, { params: { id: envelope.id, field } })}
      />
      <FillDocument
        checked={checked}
        you={you}
        participants={envelope.recipients}
        values={values}
        setValue={setValue}
        isSigning={isSigning}
        renderConfirmation={(filled) => (
          <>
            <OwnKey choice={choice} basis={props.basis} isBusy={isSigning} />
            <SignBar
              act={act}
              isAgreed={filled.isReady}
              isWaiting={isWaiting(choice)}
              isSigning={isSigning}
              failure={failure}
              shownPages={filled.viewed.size}
              pageCount={checked.pdf.pages.length}
              onSign={() => void sign(filled)}
              discard={<DiscardButton envelope={envelope} disabled={isSigning} />}
            />
          </>
        )}
      />
    </div>
  )
}
