/** Signing in with an identity provider (OpenID Connect), if one is configured. */
import * as z from 'zod/mini'
import { SecondFactorNeeded, SignedIn } from '../auth.ts'
import { type CallLimit, defineCall, EMPTY, REDIRECT } from '../call.ts'
import { AuthOptions, LinkRequest, LinkStart, ProviderCode, ReturnTo } from '../providers.ts'

const TAG = 'Identity provider'
const MINUTE_SECONDS = 60

/** Each start and each finish makes a request to the provider. Generous, because an office shares one IP address. */
const START_LIMIT = {
  name: 'provider-start',
  max: 120,
  windowSeconds: 15 * MINUTE_SECONDS,
  whenRedisFails: 'closed',
  by: 'ip',
} as const satisfies CallLimit
const FINISH_LIMIT = { ...START_LIMIT, name: 'provider-finish' } as const

export const showSignInOptions = defineCall({
  method: 'GET',
  path: '/api/auth/options',
  summary: 'Returns the external sign-in providers that this installation offers.',
  tag: TAG,
  access: 'anyone',
  responses: { 200: AuthOptions },
})

export const startProviderSignIn = defineCall({
  method: 'GET',
  path: '/api/auth/provider/start',
  summary: 'Redirects to the provider, which redirects back to the page given by `returnTo`.',
  tag: TAG,
  access: 'anyone',
  limit: START_LIMIT,
  query: z.object({ returnTo: z._default(ReturnTo, '/') }),
  responses: { 303: REDIRECT },
  errors: ['NOT_FOUND'],
  console: { query: { returnTo: '/auth-test' } },
})

/** The handler checks the parameters the provider appends, so that even invalid ones lead back to a page. */
export const returnFromProvider = defineCall({
  method: 'GET',
  path: '/api/auth/provider/callback',
  summary:
    'Receives the provider’s response and redirects to the page, with a one-time code or a reason in the fragment.',
  tag: TAG,
  access: 'anyone',
  limit: FINISH_LIMIT,
  query: z.looseObject({ code: z.optional(z.unknown()), state: z.optional(z.unknown()) }),
  responses: { 303: REDIRECT },
  errors: ['NOT_FOUND'],
  console: { query: { code: '', state: '' } },
})

export const finishProviderSignIn = defineCall({
  method: 'POST',
  path: '/api/auth/provider/finish',
  worksWhenFull: true,
  summary: 'Signs in with the one-time code from the redirect.',
  tag: TAG,
  access: 'anyone',
  limit: FINISH_LIMIT,
  body: ProviderCode,
  responses: { 200: SignedIn, 201: SignedIn, 202: SecondFactorNeeded },
  errors: ['PROVIDER_RETURN_EXPIRED', 'PROVIDER_EMAIL_TAKEN', 'SESSION_ENDED', 'NOT_FOUND'],
  console: {
    body: { code: '' },
    effect: 'Signs you in and replaces this browser’s current session.',
    after: 'signs-in',
  },
})

export const startProviderLink = defineCall({
  method: 'POST',
  path: '/api/auth/provider/link',
  summary: 'Returns the URL that starts linking an external account to this one.',
  tag: TAG,
  access: 'reauthenticated',
  limit: START_LIMIT,
  body: LinkRequest,
  responses: { 200: LinkStart },
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
  responses: { 204: EMPTY },
  errors: ['PROVIDER_RETURN_EXPIRED', 'SIGN_IN_METHOD_TAKEN', 'NOT_FOUND'],
  console: {
    body: { code: '' },
    effect: 'You can sign in with the external account from then on.',
  },
})

export const unlinkProvider = defineCall({
  method: 'DELETE',
  path: '/api/auth/providers/:id',
  summary: 'Unlinks an external account and ends all other sessions.',
  tag: TAG,
  access: 'reauthenticated',
  limit: {
    name: 'provider-unlink',
    max: 60,
    windowSeconds: 60 * MINUTE_SECONDS,
    whenRedisFails: 'closed',
    by: 'account',
  },
  params: z.strictObject({ id: z.string() }),
  responses: { 204: EMPTY },
  errors: ['ITEM_NOT_FOUND', 'LAST_SIGN_IN_METHOD'],
  console: {
    effect: 'You can no longer sign in with the external account; your other sessions end.',
  },
})

/** Available even if no provider is configured, because a removed provider may still be linked. */
export const signInOptionCalls = { showSignInOptions, unlinkProvider }

/** Available only if a provider is configured; NOT_FOUND otherwise. */
export const providerCalls = {
  startProviderSignIn,
  returnFromProvider,
  finishProviderSignIn,
  startProviderLink,
  finishProviderLink,
}
