import type { Envelope, EnvelopeRecipient } from '@inkproof/protocol/envelopes'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Dialog } from '@inkproof/ui/dialog'
import { useId, useState } from 'react'
import { hasSignatures } from './can-correct.ts'
import { CorrectionForm } from './correction-form.tsx'

type CorrectRecipientProps = {
  envelope: Envelope
  recipient: EnvelopeRecipient
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Corrects the name and the address of a recipient, who then gets a new link. After a signature, only the address. */
export function CorrectRecipient({ onOpenChange, open, ...props }: CorrectRecipientProps) {
  const formId = useId()
  const [isBusy, setIsBusy] = useState(false)
  const isLater = props.recipient.state === 'later'
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !isBusy && onOpenChange(next)}
      size="md"
      title={hasSignatures(props.envelope) ? t('Correct address') : t('Correct name or address')}
      description={t('Use this to fix a typo, or if an e-mail did not arrive.')}
      footer={
        <>
          <Button variant="ghost" disabled={isBusy} onClick={() => onOpenChange(false)}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isBusy}>
            {isLater ? t('Save correction') : t('Correct and send')}
          </Button>
        </>
      }
    >
      <CorrectionForm
        {...props}
        id={formId}
        isBusy={isBusy}
        onBusy={setIsBusy}
        onDone={() => onOpenChange(false)}
      />
    </Dialog>
  )
}
