import { BASE, type Feature, type Kit } from '../kit.ts'
import { workspaceDesk } from './desk.http.ts'
import { invitationRoutes } from './invitations.routes.ts'
import { memberRoutes } from './members.routes.ts'
import { settling } from './settling.ts'
import { workspaceRoutes } from './workspaces.routes.ts'

export function workspacesFeature(kit: Kit): Feature {
  const desk = workspaceDesk(kit)
  return {
    mounts: [
      [BASE, workspaceRoutes(desk)],
      [BASE, memberRoutes(desk)],
      [BASE, invitationRoutes(desk)],
    ],
    parts: [settling(desk)],
  }
}
