import { BASE, type Feature, type Kit } from '../kit.ts'
import type { PersonalDataServices } from '../personal-data/personal-data-services.ts'
import { announcing, measureAnnouncements } from './announcing.ts'
import { workspaceDesk } from './desk.http.ts'
import { invitationRoutes } from './invitations.routes.ts'
import { memberRoutes } from './members.routes.ts'
import { settling } from './settling.ts'
import { workspaceRoutes } from './workspaces.routes.ts'

export function workspacesFeature(kit: Kit, personalData: PersonalDataServices): Feature {
  const desk = workspaceDesk(kit)
  measureAnnouncements(kit.metrics.registry, desk.workspaces)
  return {
    mounts: [
      [BASE, workspaceRoutes(desk)],
      [BASE, memberRoutes(desk)],
      [BASE, invitationRoutes(desk)],
    ],
    parts: [settling(desk), announcing({ ...desk, personalData })],
  }
}
