import type { Envelope, EnvelopeRecipient } from '@inkproof/protocol/envelopes'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { canExtend } from './can-extend.ts'
import { ExtensionForm } from './extension-form.tsx'
import { FormDialog } from './form-dialog.tsx'

type Props = { envelope: Envelope; recipient: EnvelopeRecipient }

/** Lets the sender extend the deadline of a recipient who has less time than the request. Renders nothing for anyone else. */
export function ExtendDeadline({ envelope, recipient }: Props) {
  const [isOpen, setIsOpen] = useState(false)
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
      <FormDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={t('More time for {name}', { name })}
        submitLabel={t('Extend and send e-mail')}
      >
        {(form) => <ExtensionForm {...form} envelope={envelope} recipient={recipient} />}
      </FormDialog>
    </>
  )
}
