/** Schedules the deletion of an account and cancels it. */
import { deletionCalls } from '@inkproof/protocol/calls/deletion'
import { type BoundCall, implement } from '@inkproof/service-kit/calls/implement'
import { cancelDeletion, type ScheduleDeletionDeps, scheduleDeletion } from './schedule-deletion.ts'

export function implementDeletionCalls(deps: ScheduleDeletionDeps): BoundCall[] {
  return implement(deletionCalls, {
    scheduleDeletion: async ({ session, once }) => {
      const deleteAt = await once(async () => (await scheduleDeletion(deps, session)).toISOString())
      return { deleteAt }
    },
    cancelDeletion: ({ session }) => cancelDeletion(deps, session.accountId),
  })
}
