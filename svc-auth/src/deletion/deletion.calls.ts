/** Calls that schedule and cancel the deletion of an account. */
import { deletionCalls } from '@inkproof/protocol/calls/deletion'
import { AppError } from '@inkproof/service-kit/app-error'
import { type BoundCall, implement } from '@inkproof/service-kit/calls/implement'
import { requireAccount } from '../accounts/require-account.ts'
import { cancelDeletion, type ScheduleDeletionDeps, scheduleDeletion } from './schedule-deletion.ts'

export function implementDeletionCalls(deps: ScheduleDeletionDeps): BoundCall[] {
  return implement(deletionCalls, {
    scheduleDeletion: async ({ session, once }) => {
      await once(() => scheduleDeletion(deps, session))
      const { deleteAt } = await requireAccount(deps.accounts, session.accountId)
      if (!deleteAt) throw new AppError('DELETION_CANCELLED')
      return { deleteAt: deleteAt.toISOString() }
    },
    cancelDeletion: ({ session }) => cancelDeletion(deps, session.accountId),
  })
}
