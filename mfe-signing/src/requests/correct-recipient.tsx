import type { Envelope, EnvelopeRecipient } from '@inkproof/protocol/envelopes'
import { t } from '@inkproof/texts/text'
import { hasSignatures } from './can-correct.ts'
import { CorrectionForm } from './correction-form.tsx'
import { FormDialog } from './form-dialog.tsx'

type CorrectRecipientProps = {
  envelope: Envelope
  recipient: EnvelopeRecipient
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Corrects the name and the address of a recipient, who then gets a new link. After a signature, only the address. */
export function CorrectRecipient({ onOpenChange, open, ...props }: CorrectRecipientProps) {
  const isLater = props.recipient.state === 'later'
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={hasSignatures(props.envelope) ? t('Correct address') : t('Correct name or address')}
      description={t('Use this to fix a typo, or if an e-mail did not arrive.')}
      submitLabel={isLater ? t('Save correction') : t('Correct and send')}
    >
      {(form) => <CorrectionForm {...props} {...form} />}
    </FormDialog>
  )
}
