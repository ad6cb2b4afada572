import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Card } from '@inkproof/ui/card'
import { KeyValue } from '@inkproof/ui/key-value'
import { PageHeader, Section } from '@inkproof/ui/page'
import type { ReactNode } from 'react'
import { PeopleList } from './people-list.tsx'

type Props = {
  request: LinkedRequest
  /** Something was entered in this browser before. */
  hasStarted: boolean
  /** The person confirmed their identity in another browser. */
  isBoundElsewhere: boolean
  onContinue: () => void
  otherActions: ReactNode
}

/** Who sent what to whom, and until when it can be signed. */
export function Introduction(props: Props) {
  const { hasStarted, isBoundElsewhere, onContinue, otherActions, request } = props
  const { document, message, participants, sender, title, you } = request
  return (
    <>
      <PageHeader
        eyebrow={t('For {name}', { name: you.name })}
        title={<span className="break-words">{title}</span>}
        lead={leadFor(request)}
      />
      <div className="space-y-6">
        {message !== '' && (
          <Card asChild>
            <figure>
              <figcaption className="mb-2 text-ink-muted text-sm">
                {t('Message from {sender}', { sender })}
              </figcaption>
              <blockquote className="whitespace-pre-line break-words text-ink">
                {message}
              </blockquote>
            </figure>
          </Card>
        )}
        <KeyValue
          items={[
            { label: t('File'), value: document.fileName },
            { label: t('Deadline'), value: <Deadline request={request} /> },
          ]}
        />
        {isBoundElsewhere && (
          <p className="text-ink-muted text-sm">
            {t(
              'You have already confirmed your e-mail address in another browser. Continue there if you can. To continue here, you need the permission of {sender}.',
              { sender },
            )}
          </p>
        )}
        <Button variant="primary" size="lg" className="max-sm:w-full" onClick={onContinue}>
          {labelFor(request, hasStarted)}
        </Button>
      </div>
      {otherActions && <div className="mt-6">{otherActions}</div>}
      {participants.length > 1 && (
        <Section title={t('Recipients')}>
          <PeopleList request={request} />
        </Section>
      )}
    </>
  )
}

/** A deadline of this person alone ends the request for everyone. */
function Deadline({ request: { expiresAt, you } }: Pick<Props, 'request'>) {
  const { answerBy } = you
  return (
    <>
      {formatDateTime(answerBy ?? expiresAt, { showZone: true })}
      {answerBy !== undefined && (
        <span className="block text-ink-muted text-sm">
          {t(
            'This deadline is only for you. If you do not respond, the request ends for everyone.',
          )}
        </span>
      )}
    </>
  )
}

function leadFor({ sender, you: { role } }: LinkedRequest): string {
  if (role === 'signer') return t('{sender} asks you to sign this document.', { sender })
  if (role === 'approver') return t('{sender} asks you to approve this document.', { sender })
  return t('{sender} shares this document with you. You do not have to do anything.', { sender })
}

function labelFor({ you: { role } }: LinkedRequest, hasStarted: boolean): string {
  if (role === 'signer') return hasStarted ? t('Continue signing') : t('Review and sign')
  return role === 'approver' ? t('Review and approve') : t('Read the document')
}
