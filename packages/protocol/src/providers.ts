/** Signing in with an identity provider (OpenID Connect), if one is configured. */
import * as z from 'zod/mini'

/** Sign-in options of this installation beyond those of the specification. */
export const AuthOptions = z.strictObject({
  /** The identity provider's display name; null if none is configured. */
  provider: z.nullable(z.strictObject({ name: z.string() })),
})
export type AuthOptions = z.infer<typeof AuthOptions>

/** A base URL that no page has: paths of ours still resolve against it to themselves. */
const NOWHERE = 'http://nowhere.invalid'

/** A page of this installation: its path, with or without a query. Anything that leads elsewhere is refused. */
export const ReturnTo = z
  .string()
  .check(
    z.maxLength(2048),
    z.refine(isOwnPage, { error: 'expected the path of a page of this installation' }),
  )

/** The page to return to after linking. */
export const LinkRequest = z.strictObject({ returnTo: ReturnTo })
export type LinkRequest = z.infer<typeof LinkRequest>

/** Where the browser goes to link a provider account. */
export const LinkStart = z.strictObject({ location: z.url() })
export type LinkStart = z.infer<typeof LinkStart>

/** The one-time code of {@link ReturnFragment}: valid for a minute, in the browser that started. */
export const ProviderCode = z.strictObject({
  code: z.string().check(z.minLength(1), z.maxLength(100)),
})
export type ProviderCode = z.infer<typeof ProviderCode>

/** Why a sign-in at the provider failed. */
export const ProviderFailure = z.enum(['declined', 'expired', 'refused', 'unavailable'])
export type ProviderFailure = z.infer<typeof ProviderFailure>

/**
 * The fragment of the page the provider's sign-in returns to, as `#name=value`: a code for `finish`, a code for
 * `link/finish`, or a {@link ProviderFailure}. Fragments are in no request and no log.
 */
export type ReturnFragment = 'signed-in' | 'provider-link' | 'sign-in-failed'

function isOwnPage(path: string): boolean {
  if (!path.startsWith('/') || !URL.canParse(path, NOWHERE)) return false
  const url = new URL(path, NOWHERE)
  return url.origin === NOWHERE && !url.pathname.startsWith('/api/')
}
