/** Repeats the session updates that a crash or an unreachable Redis prevented after a role change. */
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import { createRepeatingJob } from '@inkproof/service-kit/repeating-job'
import type { WorkspaceStore } from './workspace-store.ts'

export type SyncSweepDeps = {
  workspaces: Pick<WorkspaceStore, 'findUnsynced'>
  syncSessions: (workspaceId: string, accountId: string) => Promise<void>
  log: Log
}

const INTERVAL_MS = 2_000

export function syncSweep({ workspaces, syncSessions, log }: SyncSweepDeps): Dependency {
  return createRepeatingJob('workspace roles', INTERVAL_MS, log, async () => {
    for (const { _id, unsettled } of await workspaces.findUnsynced())
      for (const accountId of unsettled) await syncSessions(_id, accountId)
  })
}
