/** Which requests a list shows. Each filter is answered from the index of states; whose turn it is, from the found rows. */
import type { EnvelopeListFilter } from '@inkproof/protocol/envelopes'
import type { EnvelopeFilter } from './envelopes.model.ts'

/** What is not being deleted, and has its upload. */
export const VISIBLE = { isDeleted: false, upload: { $ne: null } } satisfies EnvelopeFilter

/** @param accountId who sees the list */
export function filterFor(show: EnvelopeListFilter | undefined, accountId: string): EnvelopeFilter {
  switch (show) {
    case undefined:
      return {}
    case 'yours':
      return { state: 'signing', $expr: { $eq: turns(accountId) } }
    case 'waiting':
      return { state: 'signing', $expr: { $ne: turns(accountId) } }
    case 'completed':
      return { state: { $in: ['completing', 'completed'] } }
    case 'ended':
      return { state: { $in: ['declined', 'voided', 'expired'] } }
    case 'drafts':
      return { state: 'draft' }
  }
}

/**
 * Returns expressions for the lowest order of a person's open places, and of all open places. They are equal if it is the
 * person's turn, as in turns.ts; a person without an open place has null.
 */
function turns(accountId: string) {
  // A literal, so that no ID is read as the path of a field.
  const isOwn = { $eq: ['$$one.accountId', { $literal: accountId }] }
  return [lowestOrder({ $and: [isOwn, IS_OPEN] }), lowestOrder(IS_OPEN)]
}

/** Somebody who takes part, has to sign or approve, and has not. */
export const IS_OPEN = {
  $and: [
    { $in: ['$$one.role', ['signer', 'approver']] },
    { $eq: ['$$one.handedOverTo', null] },
    { $eq: ['$$one.statement', null] },
  ],
}

/** Returns an expression for the lowest order of the recipients (`$$one`) that meet a condition; null if none does. */
export function lowestOrder(cond: object) {
  const chosen = { $filter: { input: '$recipients', as: 'one', cond } }
  return { $min: { $map: { input: chosen, as: 'one', in: '$$one.order' } } }
}
