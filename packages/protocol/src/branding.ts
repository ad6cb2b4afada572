/** The branding of a workspace: what its signing requests show besides the names of sender and workspace. */
import * as z from 'zod/mini'
import { MAX_MEMBERS, WorkspaceId } from './workspaces.ts'

/** Maximum size of the file of a logo in bytes. As base64, it fits into a request of 1 MB. */
export const MAX_LOGO_BYTES = 512 * 1024
/** A logo is scaled down to fit into this box, in pixels. It is shown at half the size. */
export const LOGO_BOX = { width: 480, height: 160 } as const
/** Maximum length of a legal link. */
export const LEGAL_URL_MAX = 300

/** A color in lower case: `#rrggbb`. */
export const BrandColor = z
  .string()
  .check(z.regex(/^#[0-9a-f]{6}$/, 'expected a color such as #1a2b3c'))

/** An https address with a domain name, without credentials. */
export const LegalUrl = z
  .string()
  .check(
    z.maxLength(LEGAL_URL_MAX),
    z.refine(
      isLegalUrl,
      'expected an address that starts with https://, such as https://example.com/privacy',
    ),
  )

/** The logo as PNG; `url` is a path of this installation that never changes its content. */
export const Logo = z.strictObject({
  url: z.string().check(z.regex(/^\/api\/auth\/logos\/[\w-]{22}$/)),
  width: z.int().check(z.positive()),
  height: z.int().check(z.positive()),
})
export type Logo = z.infer<typeof Logo>

/** Null for each item that is not set. */
export const Branding = z.strictObject({
  logo: z.nullable(Logo),
  color: z.nullable(BrandColor),
  /** The sender's privacy policy. */
  privacyUrl: z.nullable(LegalUrl),
  /** The sender's legal notice or terms. */
  termsUrl: z.nullable(LegalUrl),
})
export type Branding = z.infer<typeof Branding>

/** A member whose confirmed e-mail address gets the replies of recipients. */
export const ReplyTo = z.strictObject({
  accountId: z.string(),
  name: z.string(),
  email: z.string(),
})
export type ReplyTo = z.infer<typeof ReplyTo>

/** The branding, and where replies go, as members see it. */
export const BrandingSettings = z.extend(Branding, {
  /** Null if nobody was chosen, or the member has no confirmed address now. */
  replyTo: z.nullable(ReplyTo),
  /** Whom an owner can choose; empty for others. */
  replyToChoices: z.array(ReplyTo).check(z.maxLength(MAX_MEMBERS)),
})
export type BrandingSettings = z.infer<typeof BrandingSettings>

/** What recipients of signing requests see. */
export const ShownBranding = z.extend(Branding, { workspaceName: z.string() })
export type ShownBranding = z.infer<typeof ShownBranding>

/** The items to change: null removes one, and an absent one stays as it is. */
export const BrandingRequest = z.strictObject({
  color: z.exactOptional(z.nullable(BrandColor)),
  privacyUrl: z.exactOptional(z.nullable(LegalUrl)),
  termsUrl: z.exactOptional(z.nullable(LegalUrl)),
  /** The account of a member with a confirmed e-mail address. */
  replyTo: z.exactOptional(z.nullable(WorkspaceId)),
})
export type BrandingRequest = z.infer<typeof BrandingRequest>

/** A PNG, JPEG or WebP file, as base64. */
export const LogoRequest = z.strictObject({ image: z.base64().check(z.minLength(1)) })

/** Whether an address may be shown as a link: no scheme but https, no user name that looks like a host, no IP address. */
function isLegalUrl(text: string): boolean {
  if (!/^https:\/\/[^\s\\\p{C}]+$/u.test(text) || !URL.canParse(text)) return false
  const { hostname, password, port, protocol, username } = new URL(text)
  const isDomain = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/.test(hostname)
  return protocol === 'https:' && isDomain && `${username}${password}${port}` === ''
}
