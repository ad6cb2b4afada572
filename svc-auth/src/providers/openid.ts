/** The OpenID Connect client: authorization code flow with PKCE, state and nonce. */
import { createHash } from 'node:crypto'
import { Name } from '@inkproof/protocol/auth'
import { Email } from '@inkproof/protocol/email-address'
import type { ProviderFailure } from '@inkproof/protocol/providers'
import { withTimeout } from 'es-toolkit/promise'
import * as openid from 'openid-client'
import type { ProviderSettings } from './provider-settings.ts'

/** The secrets of one attempt. `state` identifies the attempt; the others prove that a response belongs to it. */
export type Checks = { state: string; nonce: string; verifier: string }

/** The person as described by the provider. */
export type Person = {
  /** SHA-256 of issuer and subject, which identifies the person. */
  id: string
  email: string | null
  /** Whether the provider has verified that the address belongs to this person. */
  isEmailVerified: boolean
  firstName: string | null
  lastName: string | null
}

export type OpenId = {
  /** Creates the secrets of a new attempt and the provider's URL to redirect the browser to. @throws ProviderError */
  begin(): Promise<Checks & { location: string }>
  /** Returns the person, given the query string with which the provider redirected back to us. @throws ProviderError */
  finish(query: string, checks: Checks): Promise<Person>
}

/** A failed sign-in at the provider. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly failure: ProviderFailure

  constructor(failure: ProviderFailure, options?: ErrorOptions) {
    super(`the sign-in at the provider failed: ${failure}`, options)
    this.failure = failure
  }
}

/** Total timeout for all requests to the provider during one call of our API. */
const TIMEOUT_MS = 2_500
const METADATA_TTL_MS = 60 * 60 * 1_000
const SCOPE = 'openid email profile'

/** `redirectUri` is our callback, to which the provider redirects. */
export function createOpenId(settings: ProviderSettings, redirectUri: string): OpenId {
  const getConfiguration = cachedConfiguration(settings)
  return {
    begin: () => requestProvider(async () => begin(await getConfiguration(), redirectUri)),
    finish: (query, checks) =>
      requestProvider(async () => {
        const url = new URL(`?${query}`, redirectUri)
        return finish(await getConfiguration(), settings.issuer, url, checks)
      }),
  }
}

async function begin(configuration: openid.Configuration, redirectUri: string) {
  const verifier = openid.randomPKCECodeVerifier()
  const checks = { state: openid.randomState(), nonce: openid.randomNonce(), verifier }
  const location = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: SCOPE,
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  return { ...checks, location: location.href }
}

async function finish(
  configuration: openid.Configuration,
  issuer: URL,
  url: URL,
  { state, nonce, verifier }: Checks,
): Promise<Person> {
  const tokens = await openid.authorizationCodeGrant(configuration, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new ProviderError('refused')
  const { sub } = claims
  // Many providers put only the subject into the ID token, and return the rest from the userinfo endpoint.
  const isComplete =
    claims['email'] !== undefined || !configuration.serverMetadata().userinfo_endpoint
  const profile = isComplete
    ? claims
    : await openid.fetchUserInfo(configuration, tokens.access_token, sub)
  return toPerson(`${issuer.href}|${sub}`, profile)
}

function toPerson(subject: string, claims: Readonly<Record<string, unknown>>): Person {
  const email = Email.safeParse(claims['email'])
  return {
    id: createHash('sha256').update(subject).digest('base64url'),
    email: email.data ?? null,
    isEmailVerified: email.success && claims['email_verified'] === true,
    firstName: parseName(claims['given_name']),
    lastName: parseName(claims['family_name']),
  }
}

/** Returns null for a name that is not valid in Inkproof. */
function parseName(claim: unknown): string | null {
  return Name.safeParse(claim).data ?? null
}

/** Returns a function that fetches the provider's metadata on first use and then hourly. Failures are not cached. */
function cachedConfiguration(settings: ProviderSettings): () => Promise<openid.Configuration> {
  let cached: { fetchedAt: number; configuration: Promise<openid.Configuration> } | undefined
  return () => {
    if (!cached || performance.now() - cached.fetchedAt > METADATA_TTL_MS) {
      const entry = { fetchedAt: performance.now(), configuration: discover(settings) }
      entry.configuration.catch(() => {
        if (cached === entry) cached = undefined
      })
      cached = entry
    }
    return cached.configuration
  }
}

function discover({ issuer, clientId, clientSecret }: ProviderSettings) {
  const execute = [openid.enableNonRepudiationChecks]
  // Only an installation without TLS may use a provider without TLS (provider-settings.ts).
  if (issuer.protocol === 'http:') execute.push(openid.allowInsecureRequests)
  const basic = openid.ClientSecretBasic(clientSecret)
  const timeout = TIMEOUT_MS / 1_000
  return openid.discovery(issuer, clientId, clientSecret, basic, { execute, timeout })
}

/** Applies the timeout and converts errors to ProviderError. */
async function requestProvider<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await withTimeout(request, TIMEOUT_MS)
  } catch (error) {
    throw toProviderError(error)
  }
}

/** Converts an error: `declined` by the user, `refused` (includes invalid responses), or else `unavailable`. */
function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  const cause = { cause: error }
  if (error instanceof openid.AuthorizationResponseError)
    return new ProviderError(error.error === 'access_denied' ? 'declined' : 'refused', cause)
  const isInvalidResponse =
    error instanceof openid.ResponseBodyError || hasInvalidResponseCode(error)
  return new ProviderError(isInvalidResponse ? 'refused' : 'unavailable', cause)
}

/** Whether the error code means that a response arrived but was invalid. */
function hasInvalidResponseCode(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^OAUTH_(JWT|JSON|KEY|INVALID_RESPONSE|UNSUPPORTED)/.test(code)
}
