import type { Branding } from '@inkproof/protocol/branding'
import { urlOf } from '@inkproof/protocol/call-url'
import { showLogo } from '@inkproof/protocol/calls/branding'
import type { BrandingRow, LogoRow, WorkspaceRow } from './workspaces.model.ts'

const NONE: BrandingRow = {
  logo: null,
  color: null,
  privacyUrl: null,
  termsUrl: null,
  replyTo: null,
}

/** Returns the branding of a workspace; each item is null if it was not set. */
export function brandingOf({ branding }: Pick<WorkspaceRow, 'branding'>): BrandingRow {
  return branding ? { ...NONE, ...branding } : NONE
}

/** Converts the branding of a workspace for its members and for recipients. */
export function toBranding(workspace: Pick<WorkspaceRow, 'branding'>): Branding {
  const { color, logo, privacyUrl, termsUrl } = brandingOf(workspace)
  return { logo: logo && toLogo(logo), color, privacyUrl, termsUrl }
}

function toLogo({ height, id, width }: LogoRow): Branding['logo'] {
  return { url: urlOf(showLogo, { params: { id } }), width, height }
}
