/** The client of the identity provider: OpenID Connect's authorization code flow with PKCE, state and nonce. */
import { createHash } from 'node:crypto'
import { Email, Name } from '@inkproof/protocol/auth'
import type { ProviderFailure } from '@inkproof/protocol/providers'
import { withTimeout } from 'es-toolkit/promise'
import * as openid from 'openid-client'
import type { ProviderSettings } from './provider-settings.ts'

/** The three secrets of one attempt. The state identifies it; the others prove that the answer belongs to it. */
export type Checks = { state: string; nonce: string; verifier: string }

/** The person as the provider describes them. */
export type Person = {
  /** SHA-256 of issuer and subject: the identity's own key. */
  id: string
  email: string | null
  /** Whether the provider has verified that the address is this person's. */
  isEmailVerified: boolean
  firstName: string | null
  lastName: string | null
}

export type OpenId = {
  /** @throws ProviderFault unavailable */
  begin(): Promise<Checks & { location: string }>
  /** Reads the URL the browser returned with. @throws ProviderFault */
  finish(query: string, checks: Checks): Promise<Person>
}

/** Why a sign-in at the provider failed. */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault'
  readonly failure: ProviderFailure

  constructor(failure: ProviderFailure, options?: ErrorOptions) {
    super(`the provider's sign-in failed: ${failure}`, options)
    this.failure = failure
  }
}

/** All requests to the provider within one of our calls share this timeout. */
const TIMEOUT_MS = 2_500
const METADATA_TTL_MS = 60 * 60 * 1_000
const SCOPE = 'openid email profile'

/** `redirectUri` is our callback, to which the provider redirects. */
export function createOpenId(settings: ProviderSettings, redirectUri: string): OpenId {
  const configuration = discovered(settings)
  return {
    begin: () => withinTimeout(async () => begin(await configuration(), redirectUri)),
    finish: (query, checks) =>
      withinTimeout(async () => {
        const url = new URL(`?${query}`, redirectUri)
        return finish(await configuration(), settings.issuer, url, checks)
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
  if (!claims) throw new ProviderFault('refused')
  const { sub } = claims
  // Many providers return everything except the subject only from the userinfo endpoint.
  const isComplete =
    claims['email'] !== undefined || !configuration.serverMetadata().userinfo_endpoint
  const told = isComplete
    ? claims
    : await openid.fetchUserInfo(configuration, tokens.access_token, sub)
  return toPerson(`${issuer.href}|${sub}`, told)
}

function toPerson(subject: string, claims: Readonly<Record<string, unknown>>): Person {
  const email = Email.safeParse(claims['email'])
  return {
    id: createHash('sha256').update(subject).digest('base64url'),
    email: email.data ?? null,
    isEmailVerified: email.success && claims['email_verified'] === true,
    firstName: nameOf(claims['given_name']),
    lastName: nameOf(claims['family_name']),
  }
}

/** A name that people could not choose here is ignored. */
function nameOf(claim: unknown): string | null {
  return Name.safeParse(claim).data ?? null
}

/** The provider's metadata, fetched on first use and then hourly; a failed response is not cached. */
function discovered(settings: ProviderSettings): () => Promise<openid.Configuration> {
  let held: { at: number; asking: Promise<openid.Configuration> } | undefined
  return () => {
    if (!held || performance.now() - held.at > METADATA_TTL_MS) {
      const asked = { at: performance.now(), asking: discover(settings) }
      asked.asking.catch(() => {
        if (held === asked) held = undefined
      })
      held = asked
    }
    return held.asking
  }
}

function discover({ issuer, clientId, clientSecret }: ProviderSettings) {
  const execute = [openid.enableNonRepudiationChecks]
  // Only an installation without TLS may configure such a provider (provider-settings.ts).
  if (issuer.protocol === 'http:') execute.push(openid.allowInsecureRequests)
  const basic = openid.ClientSecretBasic(clientSecret)
  const timeout = TIMEOUT_MS / 1_000
  return openid.discovery(issuer, clientId, clientSecret, basic, { execute, timeout })
}

async function withinTimeout<T>(asking: () => Promise<T>): Promise<T> {
  try {
    return await withTimeout(asking, TIMEOUT_MS)
  } catch (error) {
    throw toFault(error)
  }
}

/** The provider refused, sent an invalid answer, or did not answer. */
function toFault(error: unknown): ProviderFault {
  if (error instanceof ProviderFault) return error
  const cause = { cause: error }
  if (error instanceof openid.AuthorizationResponseError)
    return new ProviderFault(error.error === 'access_denied' ? 'declined' : 'refused', cause)
  const isAnswer = error instanceof openid.ResponseBodyError || isRefusedAnswer(error)
  return new ProviderFault(isAnswer ? 'refused' : 'unavailable', cause)
}

/** Error codes of answers that arrived but were invalid. */
function isRefusedAnswer(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^OAUTH_(JWT|JSON|KEY|INVALID_RESPONSE|UNSUPPORTED)/.test(code)
}
