import { t } from '@inkproof/texts/text'
import { type Draft, type DraftRecipient, ME } from './draft.ts'
import { indexOf } from './draft-recipients.ts'

/** Returns what to call a signer in the editor: the name, if one was entered. */
export function signerLabel(draft: Draft, { email, id, name }: DraftRecipient): string {
  if (id === ME) return t('Me')
  const number = indexOf(draft, id) + 1
  return name.trim() || email.trim() || t('Recipient {number}', { number })
}
