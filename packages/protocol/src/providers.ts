/**
 * Signing in with an outside provider (OpenID Connect), where one is configured.
 */
import * as z from 'zod/mini'

/** What this installation offers at sign-in beyond the specification's ways. */
export const AuthOptions = z.strictObject({
  /** The outside provider's name as people know it; null where none is configured. */
  provider: z.nullable(z.strictObject({ name: z.string() })),
})
export type AuthOptions = z.infer<typeof AuthOptions>

/** A base no page has: what still resolves against it by the path alone is a path of ours. */
const NOWHERE = 'http://nowhere.invalid'

/** A page of this installation: its path, with a query or without. Anything that leads elsewhere is refused. */
export const ReturnTo = z
  .string()
  .check(
    z.maxLength(2048),
    z.refine(isOwnPage, { error: 'expected the path of a page of this installation' }),
  )

/** Names the page to come back to after linking. */
export const LinkRequest = z.strictObject({ returnTo: ReturnTo })
export type LinkRequest = z.infer<typeof LinkRequest>

/** Where the browser goes to link an outside account. */
export const LinkStart = z.strictObject({ location: z.url() })
export type LinkStart = z.infer<typeof LinkStart>

/** The one-time code of {@link ReturnFragment}: good for a minute, in the browser that began. */
export const ProviderCode = z.strictObject({
  code: z.string().check(z.minLength(1), z.maxLength(100)),
})
export type ProviderCode = z.infer<typeof ProviderCode>

/** Why nobody comes back from the provider signed in. */
export const ProviderFailure = z.enum(['declined', 'expired', 'refused', 'unavailable'])
export type ProviderFailure = z.infer<typeof ProviderFailure>

/**
 * What the page's fragment says on the way back, as `#name=value`: a code for `finish`, a code for
 * `link/finish`, or a {@link ProviderFailure}. Fragments are in no request and no log.
 */
export type ReturnFragment = 'signed-in' | 'provider-link' | 'sign-in-failed'

function isOwnPage(path: string): boolean {
  if (!path.startsWith('/') || !URL.canParse(path, NOWHERE)) return false
  const url = new URL(path, NOWHERE)
  return url.origin === NOWHERE && !url.pathname.startsWith('/api/')
}
