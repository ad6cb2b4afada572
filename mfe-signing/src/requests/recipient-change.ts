import { urlOf } from '@inkproof/protocol/call-url'
import { listEnvelopes } from '@inkproof/protocol/calls/envelopes'
import type { Envelope, EnvelopeRecipient } from '@inkproof/protocol/envelopes'
import { toast } from '@inkproof/slice'
import { refetch } from '@inkproof/slice-parts/refetch'
import { failureOf } from '../signing/failure.ts'
import type { FormInDialog } from './form-dialog.tsx'

/** What a form that changes a recipient of a started request gets. */
export type RecipientChange = FormInDialog & { envelope: Envelope; recipient: EnvelopeRecipient }

/**
 * Sends a change, confirms it with this notification and closes the form. The recipients are then shown as they are now.
 *
 * @returns the sentence that says why it failed; null if it did not
 */
export async function sendChange(
  { onBusy, onDone }: Pick<RecipientChange, 'onBusy' | 'onDone'>,
  send: () => Promise<unknown>,
  done: string,
): Promise<string | null> {
  onBusy(true)
  try {
    await send()
    toast({ title: done, variant: 'success' })
    onDone()
    return null
  } catch (error) {
    return failureOf(error).message
  } finally {
    onBusy(false)
    void refetch(urlOf(listEnvelopes))
  }
}
