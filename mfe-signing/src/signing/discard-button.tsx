import { urlOf } from '@inkproof/protocol/call-url'
import { deleteDraft, listEnvelopes, voidEnvelope } from '@inkproof/protocol/calls/envelopes'
import type { EnvelopeSummary } from '@inkproof/protocol/envelopes'
import { toast } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { refetch } from '@inkproof/slice-parts/refetch'
import { t } from '@inkproof/texts/text'
import { AlertDialog } from '@inkproof/ui/alert-dialog'
import { Button } from '@inkproof/ui/button'
import { useState } from 'react'
import { failureOf } from './failure.ts'
import { removeEnvelope } from './signing-db.ts'

type Props = {
  envelope: Pick<EnvelopeSummary, 'id' | 'state' | 'title'>
  size?: 'sm' | 'md'
  disabled?: boolean
  onDone?: () => void
}

/** Deletes a draft, or ends a request that was started, after a question. */
export function DiscardButton({ disabled = false, envelope, onDone, size = 'md' }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const { title } = envelope
  const isDraft = envelope.state === 'draft'

  async function discard(): Promise<void> {
    setIsBusy(true)
    try {
      await end(envelope)
      setIsOpen(false)
      onDone?.()
    } catch (error) {
      const { message } = failureOf(error)
      toast({
        title: isDraft ? t('The draft was not deleted') : t('The document was not discarded'),
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
        <Button variant="ghost" size={size} disabled={disabled}>
          {isDraft ? t('Delete') : t('Discard')}
        </Button>
      }
      title={
        isDraft ? t('Delete the draft “{title}”?', { title }) : t('Discard “{title}”?', { title })
      }
      description={
        isDraft
          ? t('The uploaded document is deleted. This cannot be undone.')
          : t(
              'The document can no longer be signed. Its files stay in your workspace, and the entries in the public record, which do not reveal its content, are permanent.',
            )
      }
      confirmLabel={isDraft ? t('Delete draft') : t('Discard document')}
      busy={isBusy}
      onConfirm={(event) => {
        event.preventDefault()
        void discard()
      }}
    />
  )
}

async function end({ id, state }: Props['envelope']): Promise<void> {
  const params = { id }
  if (state === 'draft') await call(deleteDraft, { params })
  else await call(voidEnvelope, { params, body: { reason: '' } })
  await removeEnvelope(id)
  void refetch(urlOf(listEnvelopes))
}
