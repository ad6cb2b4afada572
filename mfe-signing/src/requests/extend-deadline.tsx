import type { Envelope, EnvelopeRecipient } from '@inkproof/protocol/envelopes'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Dialog } from '@inkproof/ui/dialog'
import { CalendarPlus } from 'lucide-react'
import { useId, useState } from 'react'
import { canExtend } from './can-extend.ts'
import { ExtensionForm } from './extension-form.tsx'

type Props = { envelope: Envelope; recipient: EnvelopeRecipient }

/** Lets the sender extend the deadline of a recipient who has less time than the request. Renders nothing for anyone else. */
export function ExtendDeadline({ envelope, recipient }: Props) {
  const formId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const { name } = recipient
  return (
    <>
      {canExtend(envelope, recipient) && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={t('Give {name} more time', { name })}
          onClick={() => setIsOpen(true)}
        >
          <CalendarPlus />
          {t('Give more time')}
        </Button>
      )}
      {/* Stays open if it has become impossible meanwhile, so that the page can say so. */}
      <Dialog
        open={isOpen}
        onOpenChange={(next) => !isBusy && setIsOpen(next)}
        size="md"
        title={t('More time for {name}', { name })}
        footer={
          <>
            <Button variant="ghost" disabled={isBusy} onClick={() => setIsOpen(false)}>
              {t('Cancel')}
            </Button>
            <Button type="submit" form={formId} variant="primary" busy={isBusy}>
              {t('Extend and send e-mail')}
            </Button>
          </>
        }
      >
        <ExtensionForm
          envelope={envelope}
          recipient={recipient}
          id={formId}
          isBusy={isBusy}
          onBusy={setIsBusy}
          onDone={() => setIsOpen(false)}
        />
      </Dialog>
    </>
  )
}
