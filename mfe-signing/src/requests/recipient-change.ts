import type { Envelope, EnvelopeRecipient } from '@inkproof/protocol/envelopes'
import type { FormInDialog } from './form-dialog.tsx'

/** What a form that changes a recipient of a started request gets. */
export type RecipientChange = FormInDialog & { envelope: Envelope; recipient: EnvelopeRecipient }
