import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import { createRepeatingJob } from '@inkproof/service-kit/repeating-job'
import { Gauge, type Registry } from 'prom-client'
import { type AnnounceDeps, announceWorkspace } from './announce-workspace.ts'
import type { WorkspaceStore } from './workspace-store.ts'

export type AnnouncementSweepDeps = AnnounceDeps & {
  workspaces: Pick<WorkspaceStore, 'findToAnnounce' | 'countToAnnounce'>
  log: Log
}

const INTERVAL_MS = 2_000

/** Announces changed workspaces, and retries failed announcements. */
export function announcementSweep(deps: AnnouncementSweepDeps): Dependency {
  return createRepeatingJob('workspace announcements', INTERVAL_MS, deps.log, async () => {
    for (const { _id } of await deps.workspaces.findToAnnounce(deps.now()))
      await announceWorkspace(deps, _id)
  })
}

export function measureAnnouncements(
  registry: Registry,
  { countToAnnounce }: Pick<WorkspaceStore, 'countToAnnounce'>,
): void {
  new Gauge({
    name: 'workspaces_to_announce',
    help: 'Workspaces whose latest change has not been sent to all other services',
    registers: [registry],
    async collect() {
      // While the database is unreachable, this metric is NaN and the others are still reported.
      this.set(await countToAnnounce().catch(() => Number.NaN))
    },
  })
}
