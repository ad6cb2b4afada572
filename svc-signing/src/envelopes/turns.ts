/** Whose turn it is. Recipients with a lower order act first; those with the same order in any order. */
import type { RecipientRow } from './envelopes.model.ts'

/** The part of a recipient's row that decides about turns. Lists omit a statement that is null. */
type Turn = Pick<RecipientRow, 'role' | 'order' | 'handedOverTo'> & {
  statement?: object | null
}

/** Whether this person still is a recipient: nobody took over, and the sender did not correct the entry. */
export function isActive({ handedOverTo }: Pick<RecipientRow, 'handedOverTo'>): boolean {
  return handedOverTo === null
}

/** Whether this role makes a statement. */
export function mustAct({ role }: Pick<RecipientRow, 'role'>): boolean {
  return role === 'signer' || role === 'approver'
}

/** Whether everybody with a lower order has acted. A `copy` has no turn: it is sent when the request is completed. */
export function hasTurn(recipients: readonly Turn[], recipient: Turn): boolean {
  return recipient.role !== 'copy' && areDone(recipients, ({ order }) => order < recipient.order)
}

/** Whether everybody has signed or approved. */
export function areAllDone(recipients: readonly Turn[]): boolean {
  return areDone(recipients, () => true)
}

function areDone(recipients: readonly Turn[], concerns: (recipient: Turn) => boolean): boolean {
  return recipients.every(
    (item) => !isActive(item) || !mustAct(item) || !concerns(item) || Boolean(item.statement),
  )
}
