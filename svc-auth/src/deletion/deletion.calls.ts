/** Scheduling the deletion of an account, and cancelling it. */
import { deletionCalls } from '@inkproof/protocol/calls/deletion'
import { type BoundCall, implement } from '@inkproof/service-kit/calls/implement'
import { type AskDeletionDeps, askDeletion, cancelDeletion } from './ask-deletion.ts'

export function implementDeletionCalls(deps: AskDeletionDeps): BoundCall[] {
  return implement(deletionCalls, {
    scheduleDeletion: async ({ session }) => {
      const deleteAt = await askDeletion(deps, session)
      return { deleteAt: deleteAt.toISOString() }
    },
    cancelDeletion: ({ session }) => cancelDeletion(deps, session.accountId),
  })
}
