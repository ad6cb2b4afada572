/** What follows from the recipients of a draft. */
import { type Draft, type DraftRecipient, ME, type PlacedField } from './draft.ts'

type WithRecipients = Pick<Draft, 'isOnlyMe' | 'isOrdered' | 'recipients'>

/** The sender, as the only recipient or as one of several. */
export function senderAsRecipient(role: DraftRecipient['role'] = 'signer'): DraftRecipient {
  return { id: ME, name: '', email: '', role, isWithPrevious: false, accessCode: '' }
}

/** Returns who receives the request: only the sender, or everybody in the list. */
export function recipientsOf({ isOnlyMe, recipients }: WithRecipients): DraftRecipient[] {
  return isOnlyMe ? [senderAsRecipient()] : recipients
}

/** Returns the recipients who have fields. */
export function signersOf(draft: WithRecipients): DraftRecipient[] {
  return recipientsOf(draft).filter(({ role }) => role === 'signer')
}

/** Returns the fields of current signers. Those of others come back when these become signers again. */
export function fieldsOf(draft: WithRecipients & Pick<Draft, 'fields'>): PlacedField[] {
  const signers = new Set(signersOf(draft).map(({ id }) => id))
  return draft.fields.filter(({ recipient }) => signers.has(recipient))
}

/** Returns the number of each recipient's turn, from 1. */
export function ordersOf(draft: WithRecipients): number[] {
  let order = 1
  return recipientsOf(draft).map(({ isWithPrevious }, index) => {
    if (draft.isOrdered && index > 0 && !isWithPrevious) order += 1
    return order
  })
}

/** Returns the index of a recipient, by which their color is chosen. */
export function indexOf(draft: WithRecipients, id: string): number {
  return recipientsOf(draft).findIndex((recipient) => recipient.id === id)
}
