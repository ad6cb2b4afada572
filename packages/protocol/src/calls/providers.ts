/** Signing in with an outside provider (OpenID Connect), where one is configured. */
import * as z from 'zod/mini'
import { SecondFactorNeeded, SignedIn } from '../auth.ts'
import { type CallLimit, defineCall, EMPTY, REDIRECT } from '../call.ts'
import { AuthOptions, LinkRequest, LinkStart, ProviderCode, ReturnTo } from '../providers.ts'

const TAG = 'Outside provider'
const MINUTE_SECONDS = 60

/** Each start and each finish costs the provider a call; the people of an office share one address. */
const START_LIMIT = {
  name: 'provider-start',
  max: 120,
  windowSeconds: 15 * MINUTE_SECONDS,
  whenRedisFails: 'closed',
  by: 'address',
} as const satisfies CallLimit
const FINISH_LIMIT = { ...START_LIMIT, name: 'provider-finish' } as const

export const showSignInOptions = defineCall({
  method: 'GET',
  path: '/api/auth/options',
  summary: 'Returns the external sign-in providers that this installation offers.',
  tag: TAG,
  access: 'anyone',
  answers: { 200: AuthOptions },
})

export const startProviderSignIn = defineCall({
  method: 'GET',
  path: '/api/auth/provider/start',
  summary: 'Redirects to the provider, which redirects back to the page given by `returnTo`.',
  tag: TAG,
  access: 'anyone',
  limit: START_LIMIT,
  query: z.object({ returnTo: z._default(ReturnTo, '/') }),
  answers: { 303: REDIRECT },
  errors: ['NOT_FOUND'],
  console: { query: { returnTo: '/auth-test' } },
})

/** What the provider appends is checked by the handler: whatever it is, the person goes back to a page. */
export const returnFromProvider = defineCall({
  method: 'GET',
  path: '/api/auth/provider/callback',
  summary:
    'Receives the provider’s answer and redirects back to the page, with a one-time code or a reason in its fragment.',
  tag: TAG,
  access: 'anyone',
  limit: FINISH_LIMIT,
  query: z.looseObject({ code: z.optional(z.unknown()), state: z.optional(z.unknown()) }),
  answers: { 303: REDIRECT },
  errors: ['NOT_FOUND'],
  console: { query: { code: '', state: '' } },
})

export const finishProviderSignIn = defineCall({
  method: 'POST',
  path: '/api/auth/provider/finish',
  summary: 'Signs in with the one-time code from the redirect.',
  tag: TAG,
  access: 'anyone',
  limit: FINISH_LIMIT,
  body: ProviderCode,
  answers: { 200: SignedIn, 201: SignedIn, 202: SecondFactorNeeded },
  errors: ['PROVIDER_RETURN_EXPIRED', 'PROVIDER_EMAIL_TAKEN', 'SESSION_ENDED', 'NOT_FOUND'],
  console: {
    body: { code: '' },
    effect: 'Signs you in in this browser and replaces the current session.',
    after: 'signs-in',
  },
})

export const startProviderLink = defineCall({
  method: 'POST',
  path: '/api/auth/provider/link',
  summary: 'Returns the URL that starts linking an external account to this one.',
  tag: TAG,
  access: 'proof',
  limit: START_LIMIT,
  body: LinkRequest,
  answers: { 200: LinkStart },
  errors: ['NOT_FOUND'],
  console: { body: { returnTo: '/auth-test' } },
})

export const finishProviderLink = defineCall({
  method: 'POST',
  path: '/api/auth/provider/link/finish',
  summary: 'Links the external account with the one-time code from the redirect.',
  tag: TAG,
  access: 'session',
  limit: FINISH_LIMIT,
  body: ProviderCode,
  answers: { 204: EMPTY },
  errors: ['PROVIDER_RETURN_EXPIRED', 'WAY_IN_TAKEN', 'NOT_FOUND'],
  console: {
    body: { code: '' },
    effect: 'The outside account can sign in to this one from then on.',
  },
})

export const unlinkProvider = defineCall({
  method: 'DELETE',
  path: '/api/auth/providers/:id',
  summary: 'Unlinks an external account and ends all other sessions.',
  tag: TAG,
  access: 'proof',
  limit: {
    name: 'provider-unlink',
    max: 60,
    windowSeconds: 60 * MINUTE_SECONDS,
    whenRedisFails: 'closed',
    by: 'account',
  },
  params: z.strictObject({ id: z.string() }),
  answers: { 204: EMPTY },
  errors: ['ALREADY_GONE', 'LAST_WAY_IN'],
  console: {
    effect: 'It can no longer sign in to your account; your other sessions end.',
  },
})

/** Available whether or not a provider is configured: one that was removed may still be linked. */
export const signInOptionCalls = { showSignInOptions, unlinkProvider }

/** Available while a provider is configured; NOT_FOUND otherwise. */
export const providerCalls = {
  startProviderSignIn,
  returnFromProvider,
  finishProviderSignIn,
  startProviderLink,
  finishProviderLink,
}
