import { urlOf } from '@inkproof/protocol/call-url'
import { listEnvelopes, remindRecipient } from '@inkproof/protocol/calls/envelopes'
import type { Envelope, EnvelopeRecipient } from '@inkproof/protocol/envelopes'
import { toast } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { refetch } from '@inkproof/slice-parts/refetch'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { failureOf, hasCode } from '../signing/failure.ts'

type RemindButtonProps = {
  envelope: Pick<Envelope, 'id'>
  recipient: Pick<EnvelopeRecipient, 'id' | 'name'>
}

/** Sends a recipient their link again. */
export function RemindButton({ envelope: { id }, recipient }: RemindButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  const { name } = recipient

  async function remind(): Promise<void> {
    setIsBusy(true)
    try {
      await call(remindRecipient, { params: { id, recipient: recipient.id } })
      toast({ title: t('Reminder sent to {name}', { name }), variant: 'success' })
    } catch (error) {
      const { message } = failureOf(error)
      const title = hasCode(error, 'REMINDED_RECENTLY')
        ? t('{name} was reminded recently', { name })
        : t('The reminder was not sent')
      const description = hasCode(error, 'REMINDED_RECENTLY')
        ? t('You can send one reminder per hour, and three per day.')
        : message
      toast({ title, description, variant: 'error' })
    } finally {
      await refetch(urlOf(listEnvelopes))
      setIsBusy(false)
    }
  }

  return (
    <Button
      size="sm"
      busy={isBusy}
      aria-label={t('Send reminder to {name}', { name })}
      onClick={() => void remind()}
    >
      <Send />
      {t('Send reminder')}
    </Button>
  )
}
