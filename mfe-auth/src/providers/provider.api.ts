import type { SignInResponse } from '@inkproof/protocol/auth'
import { urlOf } from '@inkproof/protocol/call-url'
import * as calls from '@inkproof/protocol/calls/providers'
import type { LinkStart } from '@inkproof/protocol/providers'
import { call } from '@inkproof/slice-parts/call'

/** The URL for signing in; the provider returns to the current page. */
export function signInUrl({ pathname, search }: Location): string {
  return urlOf(calls.startProviderSignIn, { query: { returnTo: pathname + search } })
}

export function finishSignIn(code: string): Promise<SignInResponse> {
  return call(calls.finishProviderSignIn, { body: { code } })
}

/** Returns the provider's URL for linking one of its accounts to the signed-in user's account. */
export function startLink(returnTo: string): Promise<LinkStart> {
  return call(calls.startProviderLink, { body: { returnTo } })
}

export function finishLink(code: string): Promise<void> {
  return call(calls.finishProviderLink, { body: { code } })
}

export function unlink(id: string): Promise<void> {
  return call(calls.unlinkProvider, { params: { id } })
}
