import type { AccountExport } from '@inkproof/protocol/profile'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { accountsFeature } from '../accounts/feature.ts'
import { historyFeature } from '../history/feature.ts'
import { personalDataFeature } from '../personal-data/feature.ts'
import { platformFeature, runtime } from '../platform/feature.ts'
import { sessionStoreFeature } from '../session-store/feature.ts'
import { tokensFeature } from '../tokens/feature.ts'
import type { LinkTokens } from '../tokens/link-tokens.ts'
import { personalWorkspace } from '../workspaces/create-workspace.ts'
import { workspacesFeature } from '../workspaces/feature.ts'
import { memberOf } from '../workspaces/members.ts'
import type { WorkspaceStore } from '../workspaces/workspace-store.ts'
import { pictureMaker } from './make-picture.ts'
import { pictureStore } from './picture-store.ts'
import { pictureModel } from './pictures.model.ts'
import { implementProfileCalls } from './profile.calls.ts'

/** Name, picture, and the export of everything stored about a person. */
export const profileFeature = defineFeature({
  name: 'profile',
  needs: {
    ...from(runtime, 'connection', 'now'),
    ...from(platformFeature, 'newId'),
    ...from(accountsFeature, 'accounts'),
    ...from(sessionStoreFeature, 'sessions'),
    ...from(tokensFeature, 'links'),
    ...from(workspacesFeature, 'workspaces'),
    ...from(historyFeature, 'historyOf'),
    ...from(personalDataFeature, 'personalData'),
  },
  create: ({ connection, links, workspaces, personalData, ...needs }) => {
    const pictures = pictureStore(pictureModel(connection))
    const deps = {
      ...needs,
      pictures,
      makePicture: pictureMaker(),
      renamePersonalWorkspace: (account: AccountRow) => personalWorkspace({ workspaces }, account),
      mailedLinksOf: mailedLinks(links),
      workspacesOf: workspacesOf(workspaces),
      collectElsewhere: personalData.collect,
    }
    return { calls: implementProfileCalls(deps), provides: { pictures } }
  },
})

const MAX_EXPORTED_LINKS = 1_000

function mailedLinks(links: LinkTokens) {
  return async (ownerId: string): Promise<AccountExport['mailedLinks']> => {
    const rows = await links.allOf(ownerId, MAX_EXPORTED_LINKS)
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
