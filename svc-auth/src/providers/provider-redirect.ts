/** Redirects a browser to the identity provider and handles the redirect back. Errors are passed to the page. */
import type { ReturnFragment } from '@inkproof/protocol/providers'
import { AppError } from '@inkproof/service-kit/app-error'
import type { Log } from '@inkproof/service-kit/log'
import type { Attempts } from './attempts.ts'
import { type OpenId, ProviderError } from './openid.ts'

export type ProviderRedirectDeps = { openId: OpenId; attempts: Attempts; log: Log; origin: string }

/** The browser's id, the page to return to and, for linking, the account. */
export type AttemptStart = { browserId: string; returnTo: string; linkTo?: string }

/** Starts an attempt. Returns the provider's URL to redirect to. @throws ProviderError */
export async function startAttempt(
  deps: ProviderRedirectDeps,
  { browserId, ...start }: AttemptStart,
): Promise<string> {
  const { location, state, nonce, verifier } = await deps.openId.begin()
  await deps.attempts.store(state, { ...start, mark: browserId, nonce, verifier })
  return location
}

/**
 * Like {@link startAttempt}, for a navigation: if the attempt cannot be started, returns the URL of the page that shows
 * the error.
 */
export async function startAttemptByNavigation(
  deps: ProviderRedirectDeps,
  start: AttemptStart,
): Promise<string> {
  return startAttempt(deps, start).catch((error) =>
    pageUrl(deps, start.returnTo, 'sign-in-failed', toFailure(deps, error)),
  )
}

/** Like {@link startAttempt}, for an API call. @throws AppError UNAVAILABLE */
export async function startAttemptByCall(
  deps: ProviderRedirectDeps,
  start: AttemptStart,
): Promise<string> {
  return startAttempt(deps, start).catch((error) => {
    throw error instanceof ProviderError ? new AppError('UNAVAILABLE', {}, { cause: error }) : error
  })
}

/** Handles the provider's redirect. Returns the URL of the next page, with a one-time code or the failure. */
export async function handleCallback(
  deps: ProviderRedirectDeps,
  query: string,
  browserId: string,
): Promise<string> {
  const state = new URLSearchParams(query).get('state') ?? ''
  const attempt = await deps.attempts.consume(state)
  // The attempt is unknown or has expired, or another browser started it. Otherwise an attacker could send a victim the
  // URL of this redirect, which would sign the victim in to the attacker's account.
  if (attempt?.mark !== browserId) return pageUrl(deps, '/', 'sign-in-failed', 'expired')
  const { returnTo, linkTo } = attempt
  try {
    const person = await deps.openId.finish(query, { ...attempt, state })
    const code = await deps.attempts.storeResult({
      mark: browserId,
      person,
      ...(linkTo && { linkTo }),
    })
    return pageUrl(deps, returnTo, linkTo ? 'provider-link' : 'signed-in', code)
  } catch (error) {
    return pageUrl(deps, returnTo, 'sign-in-failed', toFailure(deps, error))
  }
}

function pageUrl(
  { origin }: ProviderRedirectDeps,
  returnTo: string,
  name: ReturnFragment,
  value: string,
): string {
  const page = new URL(returnTo, origin)
  page.hash = `${name}=${value}`
  return page.href
}

function toFailure({ log }: ProviderRedirectDeps, error: unknown): string {
  if (!(error instanceof ProviderError)) throw error
  if (error.failure !== 'declined') log.warn({ err: error.cause ?? error }, error.message)
  return error.failure
}
