import { urlOf } from '@inkproof/protocol/call-url'
import { listEnvelopes, releaseKey } from '@inkproof/protocol/calls/envelopes'
import type { Envelope, EnvelopeRecipient } from '@inkproof/protocol/envelopes'
import { toast } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { refetch } from '@inkproof/slice-parts/refetch'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { AlertDialog } from '@inkproof/ui/alert-dialog'
import { Button } from '@inkproof/ui/button'
import { useState } from 'react'
import { failureOf } from '../signing/failure.ts'

type ReleaseKeyProps = { envelope: Envelope; recipient: EnvelopeRecipient; thumbprint: string }

/** Asks the sender whether a recipient may sign in another browser than the one that they confirmed first. */
export function ReleaseKey({ envelope: { id }, recipient, thumbprint }: ReleaseKeyProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const { name } = recipient

  async function release(): Promise<void> {
    setIsBusy(true)
    try {
      await call(releaseKey, { params: { id, recipient: recipient.id }, body: { thumbprint } })
      setIsOpen(false)
    } catch (error) {
      const title = t('The other browser was not allowed')
      toast({ title, description: failureOf(error).message, variant: 'error' })
    } finally {
      setIsBusy(false)
      await refetch(urlOf(listEnvelopes))
    }
  }

  return (
    <Alert
      tone="warning"
      title={t('{name} wants to sign in another browser', { name })}
      actions={
        <AlertDialog
          open={isOpen}
          onOpenChange={setIsOpen}
          trigger={<Button size="sm">{t('Allow other browser')}</Button>}
          title={t('Allow {name} to sign in another browser?', { name })}
          description={t(
            'Only allow this after {name} has told you, for example by phone, that they changed their device. The first browser can then no longer sign. All recipients see the change.',
            { name },
          )}
          confirmLabel={t('Allow other browser')}
          tone="plain"
          busy={isBusy}
          onConfirm={(event) => {
            event.preventDefault()
            void release()
          }}
        />
      }
    >
      {t(
        'The e-mail address was confirmed again, this time in a different browser. This is normal after a change of device. It could also be someone else with access to the mailbox, so ask {name} first.',
        { name },
      )}
    </Alert>
  )
}
