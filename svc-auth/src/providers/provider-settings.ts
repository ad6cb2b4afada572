/** Environment variables of the identity provider (OpenID Connect). */
import { z } from 'zod'

/** Spread into the service's own schema. Without OIDC_ISSUER, signing in with a provider is disabled. */
export const providerEnv = {
  /** The provider's issuer identifier, exactly as in its discovery document. */
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** The provider's display name: the button reads `Continue with <name>`. */
  OIDC_NAME: z.string().max(40).optional(),
}

export type ProviderSettings = { issuer: URL; clientId: string; clientSecret: string; name: string }

type Env = Readonly<z.output<z.ZodObject<typeof providerEnv>>>

/**
 * If a provider is configured, requires the client settings, without which every sign-in would fail. Requires a
 * provider with TLS, unless the installation itself has none: without TLS, an attacker on the network can pose as the
 * provider.
 */
export function requireOidcSettings(
  env: Env & { PUBLIC_ORIGIN: string },
  context: z.RefinementCtx,
): void {
  if (env.OIDC_ISSUER === undefined) return
  const addIssue = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const) {
    if (!env[name]) addIssue(name, 'required with OIDC_ISSUER')
  }
  if (!env.OIDC_ISSUER.startsWith('https:') && env.PUBLIC_ORIGIN.startsWith('https:')) {
    addIssue('OIDC_ISSUER', 'expected https, because this installation uses https')
  }
}

/** Returns the provider, if one is configured. */
export function readProvider(env: Env): ProviderSettings | undefined {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = env
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET || !OIDC_NAME) return undefined
  const client = { clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET }
  return { issuer: new URL(OIDC_ISSUER), ...client, name: OIDC_NAME }
}
