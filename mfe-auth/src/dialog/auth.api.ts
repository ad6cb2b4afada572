import type { SignInResponse } from '@inkproof/protocol/auth'
import * as recoveryCalls from '@inkproof/protocol/calls/recovery'
import * as calls from '@inkproof/protocol/calls/sign-in'
import { call } from '@inkproof/slice-parts/call'

export type LoginFields = { email: string; password: string }
export type RegisterFields = LoginFields & { firstName: string; lastName: string }

export function login(
  fields: LoginFields,
  turnstileToken: string | undefined,
): Promise<SignInResponse> {
  return call(calls.login, { body: { ...fields, turnstileToken } })
}

/** First and last name are sent only when they are not empty. */
export function register(
  { firstName, lastName, ...fields }: RegisterFields,
  turnstileToken: string | undefined,
): Promise<SignInResponse> {
  const names = { ...(firstName && { firstName }), ...(lastName && { lastName }) }
  return call(calls.register, { body: { ...fields, ...names, turnstileToken } })
}

/** Succeeds whether or not the address has an account. */
export function forgotPassword(email: string, turnstileToken: string | undefined): Promise<void> {
  return call(recoveryCalls.forgotPassword, { body: { email, turnstileToken } })
}
