import type { AccountExport } from '@inkproof/protocol/profile'
import { history } from '../history/history.ts'
import { BASE, type Feature, type Kit } from '../kit.ts'
import { memberOf } from '../workspaces/members.ts'
import { workspaceStore } from '../workspaces/workspace-store.ts'
import { workspaceModel } from '../workspaces/workspaces.model.ts'
import { exportRoutes } from './export.routes.ts'
import { pictureMaker } from './make-picture.ts'
import { pictureStore } from './picture-store.ts'
import { pictureModel } from './pictures.model.ts'
import { pictureRoutes, profileRoutes } from './profile.routes.ts'

export function profileFeature(kit: Kit): Feature {
  const pictures = pictureStore(pictureModel(kit.connection))
  const exporting = {
    historyOf: history(kit.eventModel).all,
    mailedLinksOf: mailedLinks(kit),
    workspacesOf: workspacesOf(kit),
  }
  return {
    mounts: [
      [BASE, profileRoutes(kit)],
      [BASE, exportRoutes({ ...kit, ...exporting, pictures })],
    ],
    lateBodies: [[BASE, pictureRoutes({ ...kit, pictures, makePicture: pictureMaker() })]],
  }
}

const MOST_LINKS = 1_000

function mailedLinks({ tokenModel }: Kit) {
  return async (ownerId: string): Promise<AccountExport['mailedLinks']> => {
    const rows = await tokenModel.find({ ownerId }).sort({ createdAt: -1 }).limit(MOST_LINKS).lean()
    return rows.map(({ kind, mail, createdAt, expiresAt }) => ({
      kind,
      to: mail?.to ?? '',
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    }))
  }
}

function workspacesOf({ connection }: Kit) {
  const workspaces = workspaceStore(workspaceModel(connection))
  return async (accountId: string): Promise<AccountExport['workspaces']> => {
    const held = await workspaces.ofAccount(accountId)
    return held.flatMap((workspace) => {
      const member = memberOf(workspace, accountId)
      if (!member) return []
      const { _id: id, name } = workspace
      return [{ id, name, role: member.role, since: member.since.toISOString() }]
    })
  }
}
