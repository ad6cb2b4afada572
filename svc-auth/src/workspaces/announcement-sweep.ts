import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import { repeating } from '@inkproof/service-kit/repeating'
import { Gauge, type Registry } from 'prom-client'
import { type AnnounceDeps, announceWorkspace } from './announce-workspace.ts'
import type { WorkspaceStore } from './workspace-store.ts'

export type AnnouncementSweepDeps = AnnounceDeps & {
  workspaces: Pick<WorkspaceStore, 'toAnnounce' | 'countToAnnounce'>
  log: Log
}

const EVERY_MS = 2_000

/** Announces changed workspaces, including those whose earlier announcement failed. */
export function announcementSweep(deps: AnnouncementSweepDeps): Dependency {
  return repeating('workspace announcements', EVERY_MS, deps.log, async () => {
    for (const { _id } of await deps.workspaces.toAnnounce(deps.now()))
      await announceWorkspace(deps, _id)
  })
}

export function measureAnnouncements(
  registry: Registry,
  { countToAnnounce }: Pick<WorkspaceStore, 'countToAnnounce'>,
): void {
  new Gauge({
    name: 'workspaces_to_announce',
    help: 'Workspaces of whose newest change some other service does not know',
    registers: [registry],
    async collect() {
      // While the database is unreachable, this metric is missing and the others are reported.
      this.set(await countToAnnounce().catch(() => Number.NaN))
    },
  })
}
