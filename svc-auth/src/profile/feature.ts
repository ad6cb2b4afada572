import type { AccountExport } from '@inkproof/protocol/profile'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { history } from '../history/history.ts'
import { BASE, type Feature, type Kit } from '../kit.ts'
import type { PersonalDataServices } from '../personal-data/personal-data-services.ts'
import { personalWorkspace } from '../workspaces/found-workspace.ts'
import { memberOf } from '../workspaces/members.ts'
import { type WorkspaceStore, workspaceStore } from '../workspaces/workspace-store.ts'
import { workspaceModel } from '../workspaces/workspaces.model.ts'
import { exportRoutes } from './export.routes.ts'
import { pictureMaker } from './make-picture.ts'
import { pictureStore } from './picture-store.ts'
import { pictureModel } from './pictures.model.ts'
import { pictureRoutes, profileRoutes } from './profile.routes.ts'

export function profileFeature(kit: Kit, personalData: PersonalDataServices): Feature {
  const pictures = pictureStore(pictureModel(kit.connection))
  const workspaces = workspaceStore(workspaceModel(kit.connection))
  const exporting = {
    historyOf: history(kit.pastEvents).all,
    mailedLinksOf: mailedLinks(kit),
    workspacesOf: workspacesOf(workspaces),
    collectElsewhere: personalData.collect,
  }
  return {
    mounts: [
      [
        BASE,
        profileRoutes({ ...kit, named: (account) => personalWorkspace({ workspaces }, account) }),
      ],
      [BASE, exportRoutes({ ...kit, ...exporting, pictures })],
    ],
    lateBodies: [[BASE, pictureRoutes({ ...kit, pictures, makePicture: pictureMaker() })]],
  }
}

const MOST_LINKS = 1_000

function mailedLinks({ links }: Kit) {
  return async (ownerId: string): Promise<AccountExport['mailedLinks']> => {
    const rows = await links.allOf(ownerId, MOST_LINKS)
    return rows.map(({ kind, mail, createdAt, expiresAt }) => ({
      kind,
      to: mail?.to ?? '',
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    }))
  }
}

function workspacesOf(workspaces: WorkspaceStore) {
  return async (account: AccountRow): Promise<AccountExport['workspaces']> => {
    const { _id: accountId } = account
    await personalWorkspace({ workspaces }, account)
    const held = await workspaces.ofAccount(accountId)
    return held.flatMap((workspace) => {
      const member = memberOf(workspace, accountId)
      if (!member) return []
      const { _id: id, name } = workspace
      return [{ id, name, role: member.role, since: member.since.toISOString() }]
    })
  }
}
