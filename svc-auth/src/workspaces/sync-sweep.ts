/** Retries what a crash or an unreachable Redis prevented: updating sessions to their workspace. */
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import { repeating } from '@inkproof/service-kit/repeating'
import type { WorkspaceStore } from './workspace-store.ts'

export type SyncSweepDeps = {
  workspaces: Pick<WorkspaceStore, 'unsettled'>
  syncSessions: (workspaceId: string, accountId: string) => Promise<void>
  log: Log
}

const EVERY_MS = 2_000

export function syncSweep({ workspaces, syncSessions, log }: SyncSweepDeps): Dependency {
  return repeating('workspace roles', EVERY_MS, log, async () => {
    for (const { _id, unsettled } of await workspaces.unsettled())
      for (const accountId of unsettled) await syncSessions(_id, accountId)
  })
}
