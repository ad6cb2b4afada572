/** The handlers of the calls about pending requests. */
import type { pendingCalls } from '@inkproof/protocol/calls/pending-requests'
import type { Handlers } from '@inkproof/service-kit/calls/implement'
import type { FindContact } from '../envelopes/dependencies.ts'
import { waitsForOthers, waitsForPerson } from './pending-filter.ts'
import type { PendingStore } from './pending-store.ts'
import { personOf } from './person.ts'
import { toOthersPending, toOwnPending } from './present-pending.ts'
import { type RecipientLinkDeps, recipientLink } from './recipient-link.ts'

export type PendingHandlersDeps = RecipientLinkDeps & {
  pending: PendingStore
  contact: FindContact
}

export function pendingHandlers(deps: PendingHandlersDeps): Handlers<typeof pendingCalls> {
  const { now, pending } = deps
  return {
    listOwnPending: async ({ query, session }) => {
      const person = await personOf(deps, session)
      const filter = waitsForPerson(person, now())
      if (filter === undefined) return { requests: [], total: 0, next: null }
      const { next, rows, total } = await pending.readPage(filter, query.cursor)
      return { requests: rows.flatMap((row) => toOwnPending(row, person)), total, next }
    },

    listOthersPending: async ({ query, session }) => {
      const filter = waitsForOthers(await personOf(deps, session), now())
      const { next, rows, total } = await pending.readPage(filter, query.cursor)
      return { requests: rows.map(toOthersPending), total, next }
    },

    createRecipientLink: async ({ params, session }) =>
      recipientLink(deps, await personOf(deps, session), params),
  }
}
