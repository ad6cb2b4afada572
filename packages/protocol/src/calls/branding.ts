/** The branding of a workspace, which the pages of its signing requests show. */
import * as z from 'zod/mini'
import { BrandingRequest, BrandingSettings, LogoRequest, MAX_LOGO_BYTES } from '../branding.ts'
import { bytes, defineCall } from '../call.ts'
import { SETTINGS_LIMIT } from '../call-limits.ts'
import { WorkspaceParams } from '../workspaces.ts'

const TAG = 'Workspaces'
const hourly = { windowSeconds: 60 * 60, whenRedisFails: 'closed' } as const

/** Shared by the calls about one workspace. A malformed id gets the same response as one that does not exist. */
const inWorkspace = {
  tag: TAG,
  access: 'session',
  limit: SETTINGS_LIMIT,
  params: WorkspaceParams,
  unknownParams: 'WORKSPACE_NOT_FOUND',
} as const

export const showBranding = defineCall({
  ...inWorkspace,
  method: 'GET',
  path: '/api/auth/workspaces/:id/branding',
  summary: 'Returns the branding of a workspace, and who gets the replies of recipients.',
  responses: { 200: BrandingSettings },
})

export const changeBranding = defineCall({
  ...inWorkspace,
  method: 'PATCH',
  path: '/api/auth/workspaces/:id/branding',
  summary:
    'Changes the color, the legal links and the member who gets replies (owners only); null removes one. This member can remove themselves.',
  body: BrandingRequest,
  responses: { 200: BrandingSettings },
  errors: ['OWNERS_ONLY', 'REPLY_TO_REFUSED'],
  console: {
    body: { color: null, privacyUrl: null, termsUrl: null, replyTo: null },
    effect: 'Recipients of the workspace’s signing requests see it.',
  },
})

export const setLogo = defineCall({
  ...inWorkspace,
  method: 'PUT',
  path: '/api/auth/workspaces/:id/branding/logo',
  summary: 'Sets the logo of a workspace (owners only): a PNG, JPEG or WebP file as base64.',
  limit: [
    // Each upload starts a process.
    { name: 'workspace-logo', max: 30, ...hourly, by: 'account' },
    // Also limits many accounts at one IP address.
    { name: 'workspace-logo-from', max: 120, ...hourly, by: 'ip' },
  ],
  body: LogoRequest,
  // Base64 takes four characters for three bytes; the rest is the JSON around it.
  bodyBytes: Math.ceil(MAX_LOGO_BYTES / 3) * 4 + 1_024,
  responses: { 200: BrandingSettings },
  errors: ['OWNERS_ONLY', 'LOGO_REFUSED'],
  errorFields: { LOGO_REFUSED: ['image'] },
  console: {
    body: { image: '' },
    effect: 'Recipients of the workspace’s signing requests see it.',
  },
})

export const removeLogo = defineCall({
  ...inWorkspace,
  method: 'DELETE',
  path: '/api/auth/workspaces/:id/branding/logo',
  summary: 'Removes the logo of a workspace (owners only).',
  responses: { 200: BrandingSettings },
  errors: ['OWNERS_ONLY'],
  console: { effect: 'Recipients see the name of the workspace instead.' },
})

export const showLogo = defineCall({
  method: 'GET',
  path: '/api/auth/logos/:id',
  summary: 'Returns the logo of a workspace as PNG, to anyone who knows its id.',
  tag: TAG,
  access: 'anyone',
  params: z.strictObject({ id: z.string().check(z.regex(/^[\w-]{22}$/)) }),
  unknownParams: 'NOT_FOUND',
  responses: { 200: bytes('image/png') },
  errors: ['NOT_FOUND'],
  cache: 'private, max-age=31536000, immutable',
})

export const brandingCalls = { showBranding, changeBranding, setLogo, removeLogo, showLogo }
