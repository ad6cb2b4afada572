/** What is said to the provider: OpenID Connect's authorization code flow with PKCE, state and nonce. */
import { createHash } from 'node:crypto'
import { Email, Name } from '@inkproof/protocol/auth'
import type { ProviderFailure } from '@inkproof/protocol/providers'
import { withTimeout } from 'es-toolkit/promise'
import * as openid from 'openid-client'
import type { ProviderSettings } from './provider-settings.ts'

/** The three secrets of one attempt. The state names it, the others show that the answer is to it. */
export type Checks = { state: string; nonce: string; verifier: string }

/** Whom the provider says somebody is. */
export type Person = {
  /** SHA-256 of issuer and subject: the identity's own key. */
  id: string
  email: string | null
  /** The provider has seen that the address is this person's. */
  isEmailVerified: boolean
  firstName: string | null
  lastName: string | null
}

export type OpenId = {
  /** @throws ProviderFault unavailable */
  begin(): Promise<Checks & { location: string }>
  /** Reads the address somebody came back at. @throws ProviderFault */
  finish(query: string, checks: Checks): Promise<Person>
}

/** Why a sign-in at the provider came to nothing. */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault'
  readonly failure: ProviderFailure

  constructor(failure: ProviderFailure, options?: ErrorOptions) {
    super(`the provider's sign-in failed: ${failure}`, options)
    this.failure = failure
  }
}

/** All that is asked of the provider in one of our calls has to be over by then. */
const WITHIN_MS = 2_500
const METADATA_LASTS_MS = 60 * 60 * 1_000
const SCOPE = 'openid email profile'

/** `redirectUri` is where the provider sends people back to: our callback. */
export function createOpenId(settings: ProviderSettings, redirectUri: string): OpenId {
  const configuration = discovered(settings)
  return {
    begin: () => soon(async () => begin(await configuration(), redirectUri)),
    finish: (query, checks) =>
      soon(async () => {
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
  // Many providers keep all but the subject for the userinfo call.
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

/** A provider's name that no person could give themselves here is left out. */
function nameOf(claim: unknown): string | null {
  return Name.safeParse(claim).data ?? null
}

/** The provider's description, asked for when first needed and every hour; a failed answer is not kept. */
function discovered(settings: ProviderSettings): () => Promise<openid.Configuration> {
  let held: { at: number; asking: Promise<openid.Configuration> } | undefined
  return () => {
    if (!held || performance.now() - held.at > METADATA_LASTS_MS) {
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
  // Only an installation without TLS may name such a provider (provider-settings.ts).
  if (issuer.protocol === 'http:') execute.push(openid.allowInsecureRequests)
  const basic = openid.ClientSecretBasic(clientSecret)
  const timeout = WITHIN_MS / 1_000
  return openid.discovery(issuer, clientId, clientSecret, basic, { execute, timeout })
}

async function soon<T>(asking: () => Promise<T>): Promise<T> {
  try {
    return await withTimeout(asking, WITHIN_MS)
  } catch (error) {
    throw toFault(error)
  }
}

/** The provider said no, what it said does not hold, or it did not answer. */
function toFault(error: unknown): ProviderFault {
  if (error instanceof ProviderFault) return error
  const cause = { cause: error }
  if (error instanceof openid.AuthorizationResponseError)
    return new ProviderFault(error.error === 'access_denied' ? 'declined' : 'refused', cause)
  const isAnswer = error instanceof openid.ResponseBodyError || isRefusedAnswer(error)
  return new ProviderFault(isAnswer ? 'refused' : 'unavailable', cause)
}

/** Codes of answers that came and were not what they had to be. */
function isRefusedAnswer(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^OAUTH_(JWT|JSON|KEY|INVALID_RESPONSE|UNSUPPORTED)/.test(code)
}
