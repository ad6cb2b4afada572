import type { AccountExport } from '@inkproof/protocol/profile'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { accountsFeature } from '../accounts/feature.ts'
import { emailIdentity } from '../accounts/identities.ts'
import { historyFeature } from '../history/feature.ts'
import { personalDataFeature } from '../personal-data/feature.ts'
import { platformFeature, runtime } from '../platform/feature.ts'
import { sessionStoreFeature } from '../session-store/feature.ts'
import { tokensFeature } from '../tokens/feature.ts'
import type { LinkTokens } from '../tokens/link-tokens.ts'
import { requirePersonalWorkspace } from '../workspaces/create-workspace.ts'
import { workspacesFeature } from '../workspaces/feature.ts'
import { findMember } from '../workspaces/members.ts'
import { toBranding } from '../workspaces/to-branding.ts'
import type { WorkspaceStore } from '../workspaces/workspace-store.ts'
import { createPictureMaker } from './make-picture.ts'
import { createPictureStore } from './picture-store.ts'
import { pictureModel } from './pictures.model.ts'
import { implementProfileCalls } from './profile.calls.ts'

/** Manages a user's name and picture, and exports everything stored about them. */
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
    const pictures = createPictureStore(pictureModel(connection))
    const deps = {
      ...needs,
      pictures,
      makePicture: createPictureMaker(),
      renamePersonalWorkspace: (account: AccountRow) =>
        requirePersonalWorkspace({ workspaces }, account),
      mailedLinksOf: listMailedLinks(links),
      workspacesOf: workspacesOf(workspaces),
      collectFromOtherServices: personalData.collect,
    }
    return { calls: implementProfileCalls(deps), provides: { pictures } }
  },
})

const MAX_EXPORTED_LINKS = 1_000

function listMailedLinks(links: LinkTokens) {
  return async (account: AccountRow): Promise<AccountExport['mailedLinks']> => {
    const { _id, email, emailConfirmedAt } = account
    const ofAccount = await links.findAll([_id], MAX_EXPORTED_LINKS)
    // Requests for an address are shown only to somebody who has proved that it is theirs.
    const isConfirmed = email && emailConfirmedAt
    const ofAddress = isConfirmed
      ? await links.findAll([emailIdentity(email)], MAX_EXPORTED_LINKS)
      : []
    return [...ofAccount, ...ofAddress].map(({ kind, mail, createdAt, expiresAt }) => ({
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
    await requirePersonalWorkspace({ workspaces }, account)
    const rows = await workspaces.ofAccount(accountId)
    return rows.flatMap((workspace) => {
      const member = findMember(workspace, accountId)
      if (!member) return []
      const { _id: id, name } = workspace
      const branding = workspace.branding && { branding: toBranding(workspace) }
      const replies = workspace.branding?.replyTo === accountId && { getsReplies: true as const }
      const since = member.since.toISOString()
      return [{ id, name, role: member.role, since, ...branding, ...replies }]
    })
  }
}
