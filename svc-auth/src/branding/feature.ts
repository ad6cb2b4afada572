import type { ShownBranding } from '@inkproof/protocol/branding'
import { workspaceBranding, workspaceLogo } from '@inkproof/protocol/internal'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { handleInternalCall, internalRoutes } from '@inkproof/service-kit/internal-routes'
import { readServiceKeys } from '@inkproof/service-kit/service-keys'
import { accountsFeature } from '../accounts/feature.ts'
import { eventsFeature } from '../events/feature.ts'
import { configuration, platformFeature, runtime } from '../platform/feature.ts'
import { createPictureMaker, LOGO } from '../profile/make-picture.ts'
import { workspacesFeature } from '../workspaces/feature.ts'
import { toBranding } from '../workspaces/to-branding.ts'
import type { WorkspaceRow } from '../workspaces/workspaces.model.ts'
import { implementBrandingCalls } from './branding.calls.ts'
import { brandingEmails } from './emails.ts'
import { createLogoStore } from './logo-store.ts'
import { logoModel } from './logos.model.ts'
import { findReplyTo } from './reply-to.ts'

/** The name under which other services call this one. */
const SERVICE = 'svc-auth'

/** Manages the logo, color, legal links and reply address of workspaces, and tells svc-signing what to show. */
export const brandingFeature = defineFeature({
  name: 'branding',
  needs: {
    ...from(configuration, 'SERVICE_KEYS'),
    ...from(runtime, 'connection', 'now'),
    ...from(platformFeature, 'newId'),
    ...from(accountsFeature, 'accounts', 'accountLists'),
    ...from(eventsFeature, 'events', 'addEventEmails'),
    ...from(workspacesFeature, 'workspaces', 'endings'),
  },
  create: ({ SERVICE_KEYS, addEventEmails, connection, endings, ...needs }) => {
    addEventEmails(brandingEmails)
    const logos = createLogoStore(logoModel(connection))
    endings.push(logos.removeAll)
    const makeLogo = createPictureMaker(undefined, LOGO)
    const handler = handleInternalCall(workspaceBranding, async ({ workspaceId }) => {
      const workspace = await needs.workspaces.find(workspaceId)
      if (!workspace) return { branding: null, replyTo: null }
      const replyTo = await findReplyTo(needs, workspace)
      return { branding: toShown(workspace), replyTo: replyTo?.email ?? null }
    })
    const logoHandler = handleInternalCall(workspaceLogo, async ({ url }) => {
      const png = await logos.find(url.slice(url.lastIndexOf('/') + 1))
      return { png: png?.toString('base64') ?? null }
    })
    return {
      calls: implementBrandingCalls({ ...needs, logos, makeLogo }),
      routes: [internalRoutes(SERVICE, readServiceKeys(SERVICE_KEYS), [handler, logoHandler])],
    }
  },
})

/** Returns null if nothing is set that recipients see. */
function toShown(workspace: WorkspaceRow): ShownBranding | null {
  const branding = toBranding(workspace)
  const isSet = Object.values(branding).some((item) => item !== null)
  return isSet ? { workspaceName: workspace.name, ...branding } : null
}
