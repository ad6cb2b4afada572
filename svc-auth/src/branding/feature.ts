import type { ShownBranding } from '@inkproof/protocol/branding'
import { workspaceBranding, workspaceLogo } from '@inkproof/protocol/internal'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { handleInternalCall, internalRoutes } from '@inkproof/service-kit/internal-routes'
import { readServiceKeys } from '@inkproof/service-kit/service-keys'
import { accountsFeature } from '../accounts/feature.ts'
import { configuration, platformFeature, runtime } from '../platform/feature.ts'
import { createPictureMaker, LOGO } from '../profile/make-picture.ts'
import { workspacesFeature } from '../workspaces/feature.ts'
import { toBranding } from '../workspaces/to-branding.ts'
import type { WorkspaceStore } from '../workspaces/workspace-store.ts'
import { implementBrandingCalls } from './branding.calls.ts'
import { createLogoStore } from './logo-store.ts'
import { logoModel } from './logos.model.ts'

/** The name under which other services call this one. */
const SERVICE = 'svc-auth'

/** Manages the logo, color and legal links of workspaces, and tells svc-signing what to show. */
export const brandingFeature = defineFeature({
  name: 'branding',
  needs: {
    ...from(configuration, 'SERVICE_KEYS'),
    ...from(runtime, 'connection', 'now'),
    ...from(platformFeature, 'newId'),
    ...from(accountsFeature, 'accounts'),
    ...from(workspacesFeature, 'workspaces', 'endings'),
  },
  create: ({ SERVICE_KEYS, connection, endings, ...needs }) => {
    const logos = createLogoStore(logoModel(connection))
    endings.push(logos.removeAll)
    const makeLogo = createPictureMaker(undefined, LOGO)
    const handler = handleInternalCall(workspaceBranding, async ({ workspaceId }) => ({
      branding: await findBranding(needs.workspaces, workspaceId),
    }))
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

async function findBranding(
  workspaces: Pick<WorkspaceStore, 'find'>,
  workspaceId: string,
): Promise<ShownBranding | null> {
  const workspace = await workspaces.find(workspaceId)
  if (!workspace?.branding) return null
  const branding = toBranding(workspace)
  const isSet = Object.values(branding).some((item) => item !== null)
  return isSet ? { workspaceName: workspace.name, ...branding } : null
}
