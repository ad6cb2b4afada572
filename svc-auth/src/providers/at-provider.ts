/** The way to the provider and back. A person's browser follows it, so faults go back to the page too. */
import type { ReturnFragment } from '@inkproof/protocol/providers'
import { AppError } from '@inkproof/service-kit/app-error'
import type { Log } from '@inkproof/service-kit/log'
import type { Attempts } from './attempts.ts'
import { type OpenId, ProviderFault } from './openid.ts'

export type AtProviderDeps = { openId: OpenId; attempts: Attempts; log: Log; origin: string }

/** Who goes, and where they come back to. */
export type Leaving = { mark: string; returnTo: string; linkTo?: string }

/** Prepares an attempt. Answers the provider's address to go to. @throws ProviderFault */
export async function leave(deps: AtProviderDeps, leaving: Leaving): Promise<string> {
  const { location, state, nonce, verifier } = await deps.openId.begin()
  await deps.attempts.hold(state, { ...leaving, nonce, verifier })
  return location
}

/** As {@link leave}, for a navigation: where the provider is away, back to the page that says so. */
export async function leaveOrReturn(deps: AtProviderDeps, leaving: Leaving): Promise<string> {
  return leave(deps, leaving).catch((error) =>
    pageOf(deps, leaving.returnTo, 'sign-in-failed', failureOf(deps, error)),
  )
}

/** As {@link leave}, for a call. @throws AppError UNAVAILABLE */
export async function leaveByCall(deps: AtProviderDeps, leaving: Leaving): Promise<string> {
  return leave(deps, leaving).catch((error) => {
    throw error instanceof ProviderFault ? new AppError('UNAVAILABLE', {}, { cause: error }) : error
  })
}

/**
 * Takes what the provider sent a browser back with. Answers the page to go to, with a one-time code, or
 * with why there is none.
 */
export async function comeBack(deps: AtProviderDeps, query: string, mark: string): Promise<string> {
  const state = new URLSearchParams(query).get('state') ?? ''
  const attempt = await deps.attempts.take(state)
  // Another browser's attempt: somebody was sent here to be signed in as somebody else.
  if (attempt?.mark !== mark) return pageOf(deps, '/', 'sign-in-failed', 'expired')
  const { returnTo, linkTo } = attempt
  try {
    const person = await deps.openId.finish(query, { ...attempt, state })
    const code = await deps.attempts.holdResult({ mark, person, ...(linkTo && { linkTo }) })
    return pageOf(deps, returnTo, linkTo ? 'provider-link' : 'signed-in', code)
  } catch (error) {
    return pageOf(deps, returnTo, 'sign-in-failed', failureOf(deps, error))
  }
}

function pageOf(
  { origin }: AtProviderDeps,
  returnTo: string,
  name: ReturnFragment,
  value: string,
): string {
  const page = new URL(returnTo, origin)
  page.hash = `${name}=${value}`
  return page.href
}

function failureOf({ log }: AtProviderDeps, error: unknown): string {
  if (!(error instanceof ProviderFault)) throw error
  if (error.failure !== 'declined') log.warn({ err: error.cause ?? error }, error.message)
  return error.failure
}
