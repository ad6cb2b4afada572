import { downloadByLink } from '@inkproof/protocol/calls/signing-links'
import { call } from '@inkproof/slice-parts/call'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { PageHeader } from '@inkproof/ui/page'
import { LoadingDocument } from '../filling/loading-document.tsx'
import { useCheckedDocument } from '../filling/use-checked-document.ts'
import { mustAct } from '../recipients/must-act.ts'
import { AttachmentCard } from '../signing/attachment-list.tsx'
import { DocumentFailure } from '../signing/document-failure.tsx'
import { proofOf } from './link.ts'
import { loadAttachment } from './link-attachments.tsx'
import type { DocumentStageProps } from './participation.ts'
import { ReadDocument } from './read-document.tsx'
import { SignDocument } from './sign-document.tsx'

/** The document, after its bytes and its description were checked. */
export function DocumentStage(props: DocumentStageProps) {
  const { link, onBack, request } = props
  const [state, retry] = useCheckedDocument(request, (signal) =>
    call(downloadByLink, { params: { id: link.id }, body: proofOf(link) }, { signal }),
  )
  const { role } = request.you
  return (
    <>
      <PageHeader
        eyebrow={EYEBROWS[role]}
        title={<span className="break-words">{request.title}</span>}
        actions={
          <Button size="sm" variant="ghost" onClick={onBack}>
            {t('Back')}
          </Button>
        }
      />
      {state.status === 'loading' && <LoadingDocument />}
      {state.status === 'failed' && <DocumentFailure {...state} onRetry={retry} />}
      {state.status === 'ready' && request.attachments && (
        <div className="mb-6">
          <AttachmentCard
            attachments={request.attachments}
            fields={request.fields}
            people={request.participants}
            earlier={state.checked.earlier}
            load={(field) => loadAttachment(link, field)}
          />
        </div>
      )}
      {state.status === 'ready' &&
        (mustAct({ role }) ? (
          <SignDocument {...props} checked={state.checked} />
        ) : (
          <ReadDocument checked={state.checked} participants={request.participants} />
        ))}
    </>
  )
}

const EYEBROWS = {
  signer: t('Sign'),
  approver: t('Approve'),
  viewer: t('Read'),
  copy: t('Read'),
}
