import type { MakePicture } from '../profile/make-picture.ts'
import { requireOwner } from '../workspaces/members.ts'
import { brandingOf } from '../workspaces/to-branding.ts'
import type { WorkspaceStore } from '../workspaces/workspace-store.ts'
import type { LogoRow, WorkspaceRow } from '../workspaces/workspaces.model.ts'
import type { LogoStore } from './logo-store.ts'

export type LogoDeps = {
  workspaces: Pick<WorkspaceStore, 'find' | 'change'>
  logos: LogoStore
  makeLogo: MakePicture
  newId: () => string
  now: () => Date
}

/** Who changes which workspace. */
export type OwnerAction = { workspaceId: string; accountId: string }

/** More than any call takes: an unused logo that is older was left behind by an interrupted call. */
const MAX_CALL_DURATION_MS = 60 * 60 * 1_000

/**
 * Sets the logo of a workspace and removes the previous one. The logo is stored before the workspace refers to it, so that
 * a workspace never refers to a missing logo.
 *
 * @throws AppError LOGO_REFUSED, OWNERS_ONLY, WORKSPACE_NOT_FOUND
 */
export async function putLogo(
  deps: LogoDeps,
  action: OwnerAction,
  file: Uint8Array,
): Promise<WorkspaceRow> {
  const { accountId, workspaceId } = action
  // Only owners may start a process.
  requireOwner(await deps.workspaces.find(workspaceId), accountId)
  const bytes = await deps.makeLogo(file)
  const id = deps.newId()
  const createdAt = deps.now()
  await deps.logos.insert({ id, workspaceId, bytes, createdAt })
  const workspace = await replaceLogo(deps, action, { id, ...sizeOf(bytes) }).catch(
    async (error: unknown) => {
      await deps.logos.remove(id)
      throw error
    },
  )
  await deps.logos.removeUnused(
    workspaceId,
    id,
    new Date(createdAt.getTime() - MAX_CALL_DURATION_MS),
  )
  return workspace
}

/** Removes the logo, if there is one. @throws AppError OWNERS_ONLY, WORKSPACE_NOT_FOUND */
export function removeLogo(
  deps: Pick<LogoDeps, 'workspaces' | 'logos'>,
  action: OwnerAction,
): Promise<WorkspaceRow> {
  return replaceLogo(deps, action, null)
}

/** Each concurrent call removes the logo that it replaced, so only the last one remains. */
async function replaceLogo(
  deps: Pick<LogoDeps, 'workspaces' | 'logos'>,
  { accountId, workspaceId }: OwnerAction,
  logo: LogoRow | null,
): Promise<WorkspaceRow> {
  let replaced: LogoRow | null = null
  const workspace = await deps.workspaces.change(workspaceId, (current) => {
    const branding = brandingOf(requireOwner(current, accountId))
    replaced = branding.logo
    return logo === null && replaced === null ? {} : { branding: { ...branding, logo } }
  })
  const { id } = (replaced ?? {}) as Partial<LogoRow>
  if (id !== undefined) await deps.logos.remove(id)
  return workspace
}

/** Reads the size of a PNG from its first chunk (W3C PNG, section 11.2.1). */
function sizeOf(png: Buffer): { width: number; height: number } {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}
