/** Signing in with an identity provider (OpenID Connect), if one is configured. */
import * as z from 'zod/mini'

/** Sign-in options of this installation beyond those of the specification. */
export const AuthOptions = z.strictObject({
  /** The identity provider's display name; null if none is configured. */
  provider: z.nullable(z.strictObject({ name: z.string() })),
})
export type AuthOptions = z.infer<typeof AuthOptions>

/** A base URL that no real page has. A path that resolves against it to another origin leaves the installation. */
const PLACEHOLDER_ORIGIN = 'http://nowhere.invalid'

/** The path of a page of this installation, optionally with a query. URLs of other sites are rejected. */
export const ReturnTo = z
  .string()
  .check(
    z.maxLength(2048),
    z.refine(isOwnPage, { error: 'expected the path of a page of this installation' }),
  )

/** The page to return to after linking. */
export const LinkRequest = z.strictObject({ returnTo: ReturnTo })
export type LinkRequest = z.infer<typeof LinkRequest>

/** The URL to which the browser navigates to link a provider account. */
export const LinkStart = z.strictObject({ location: z.url() })
export type LinkStart = z.infer<typeof LinkStart>

/** The one-time code of {@link ReturnFragment}: valid for a minute, in the browser that started the sign-in. */
export const ProviderCode = z.strictObject({
  code: z.string().check(z.minLength(1), z.maxLength(100)),
})
export type ProviderCode = z.infer<typeof ProviderCode>

/** Why a sign-in at the provider failed. */
export const ProviderFailure = z.enum(['declined', 'expired', 'refused', 'unavailable'])
export type ProviderFailure = z.infer<typeof ProviderFailure>

/**
 * The fragment of the page to which the provider's sign-in returns, as `#name=value`: a code for `finish`, a code for
 * `link/finish`, or a {@link ProviderFailure}. Fragments appear in no request and no log.
 */
export type ReturnFragment = 'signed-in' | 'provider-link' | 'sign-in-failed'

function isOwnPage(path: string): boolean {
  if (!path.startsWith('/') || !URL.canParse(path, PLACEHOLDER_ORIGIN)) return false
  const url = new URL(path, PLACEHOLDER_ORIGIN)
  return url.origin === PLACEHOLDER_ORIGIN && !url.pathname.startsWith('/api/')
}
