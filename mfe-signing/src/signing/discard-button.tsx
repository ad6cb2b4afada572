import { urlOf } from '@inkproof/protocol/call-url'
import { deleteDraft, listEnvelopes, voidEnvelope } from '@inkproof/protocol/calls/envelopes'
import type { EnvelopeSummary } from '@inkproof/protocol/envelopes'
import { toast } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { refetch } from '@inkproof/slice-parts/refetch'
import { t } from '@inkproof/texts/text'
import { cleanLine } from '@inkproof/texts/unsafe-characters'
import { AlertDialog } from '@inkproof/ui/alert-dialog'
import { Button } from '@inkproof/ui/button'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { useState } from 'react'
import { isSentToOthers } from '../recipients/is-sent-to-others.ts'
import { failureOf } from './failure.ts'
import { removeEnvelope } from './signing-db.ts'

type Props = {
  envelope: Pick<EnvelopeSummary, 'id' | 'state' | 'title' | 'recipients'>
  size?: 'sm' | 'md'
  disabled?: boolean
  onDone?: () => void
}

/** Deletes a draft, or ends a request that was started, after a question. Others who were invited are told why. */
export function DiscardButton({ disabled = false, envelope, onDone, size = 'md' }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const { title } = envelope
  const [reason, setReason] = useState('')
  const kind = kindOf(envelope)
  const texts = TEXTS[kind]

  async function discard(): Promise<void> {
    setIsBusy(true)
    try {
      await end(envelope, cleanLine(reason))
      setIsOpen(false)
      onDone?.()
    } catch (error) {
      const { message } = failureOf(error)
      toast({
        title: texts.failed,
        description: message,
        variant: 'error',
      })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button
          {...(kind !== 'sent' && { variant: 'ghost' as const })}
          size={size}
          disabled={disabled}
        >
          {texts.button}
        </Button>
      }
      title={texts.question(title)}
      description={texts.consequences}
      confirmLabel={texts.confirm}
      busy={isBusy}
      onConfirm={(event) => {
        event.preventDefault()
        void discard()
      }}
    >
      {kind === 'sent' && (
        <Field label={t('Reason')} optional hint={t('Everyone who was invited can read it.')}>
          <Input
            name="reason"
            value={reason}
            maxLength={500}
            onChange={({ currentTarget: { value } }) => setReason(value)}
          />
        </Field>
      )}
    </AlertDialog>
  )
}

async function end({ id, state }: Props['envelope'], reason: string): Promise<void> {
  const params = { id }
  if (state === 'draft') await call(deleteDraft, { params })
  else await call(voidEnvelope, { params, body: { reason } })
  await removeEnvelope(id)
  void refetch(urlOf(listEnvelopes))
}

/** `sent`: to other people. */
function kindOf({ recipients, state }: Props['envelope']): 'draft' | 'own' | 'sent' {
  if (state === 'draft') return 'draft'
  return isSentToOthers({ recipients }) ? 'sent' : 'own'
}

const TEXTS = {
  draft: {
    button: t('Delete'),
    question: (title: string) => t('Delete the draft “{title}”?', { title }),
    consequences: t('The uploaded document is deleted. This cannot be undone.'),
    confirm: t('Delete draft'),
    failed: t('The draft was not deleted'),
  },
  own: {
    button: t('Discard'),
    question: (title: string) => t('Discard “{title}”?', { title }),
    consequences: t(
      'The document can no longer be signed. Its files stay in your workspace, and the entries in the public record, which do not reveal its content, are permanent.',
    ),
    confirm: t('Discard document'),
    failed: t('The document was not discarded'),
  },
  sent: {
    button: t('Withdraw request'),
    question: (title: string) => t('Withdraw “{title}”?', { title }),
    consequences: t(
      'It can no longer be signed, and existing signatures have no effect. Everyone who was invited gets an e-mail. This cannot be undone.',
    ),
    confirm: t('Withdraw request'),
    failed: t('The request was not withdrawn'),
  },
} as const
