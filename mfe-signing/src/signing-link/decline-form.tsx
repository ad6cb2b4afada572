import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import { t } from '@inkproof/texts/text'
import { cleanLine } from '@inkproof/texts/unsafe-characters'
import { Button } from '@inkproof/ui/button'
import { Field } from '@inkproof/ui/field'
import { PageHeader } from '@inkproof/ui/page'
import { Textarea } from '@inkproof/ui/textarea'
import { useState } from 'react'
import { signerOf } from '../key-choice/use-key-choice.ts'
import { actByLink } from './act-by-link.ts'
import { ConfirmIdentity } from './confirm-identity.tsx'
import type { Participation } from './participation.ts'

/** Asks for an optional reason, and declines with a signed statement. */
export function DeclineForm(props: Participation & { onBack: () => void }) {
  const { link, needsCode, onBack, onRequest, onSent, onStale, request, sent, keyChoice } = props
  const [reason, setReason] = useState('')
  return (
    <>
      <PageHeader
        eyebrow={<span className="break-words">{request.title}</span>}
        title={t('Decline this document?')}
        lead={leadFor(request)}
      />
      <div className="max-w-lg space-y-6">
        <Field label={t('Reason')} optional hint={t('Everyone who was invited can read it.')}>
          <Textarea
            value={reason}
            maxLength={500}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </Field>
        <ConfirmIdentity
          link={link}
          request={request}
          needsCode={needsCode}
          sent={sent}
          keyChoice={keyChoice}
          onSent={onSent}
          isReady
          submitLabel={t('Decline document')}
          failureTitle={t('Not declined yet')}
          onSubmit={(code) =>
            actByLink({
              link,
              request,
              code,
              signer: signerOf(keyChoice),
              action: { type: 'decline', reason: cleanLine(reason) },
              onRequest,
            })
          }
          onStale={onStale}
        />
        <Button variant="ghost" onClick={onBack}>
          {t('Back to the document')}
        </Button>
      </div>
    </>
  )
}

function leadFor({ participants, sender }: LinkedRequest): string {
  return participants.length > 1
    ? t('This ends the request for everyone and cannot be undone. {sender} gets an e-mail.', {
        sender,
      })
    : t('This ends the request and cannot be undone. {sender} gets an e-mail.', { sender })
}
