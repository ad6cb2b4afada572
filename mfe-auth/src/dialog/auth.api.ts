import type { SignInAnswer } from '@inkproof/protocol/auth'
import { request } from '@inkproof/slice'

export type LoginFields = { email: string; password: string }
export type RegisterFields = LoginFields & { firstName: string; lastName: string }

export async function login(
  fields: LoginFields,
  turnstileToken: string | undefined,
): Promise<SignInAnswer> {
  const answer = await request('POST', '/api/auth/login', { ...fields, turnstileToken })
  return answer.json()
}

/** First and last name are sent only when they are not empty. */
export async function register(
  { firstName, lastName, ...fields }: RegisterFields,
  turnstileToken: string | undefined,
): Promise<SignInAnswer> {
  const answer = await request('POST', '/api/auth/register', {
    ...fields,
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    turnstileToken,
  })
  return answer.json()
}

/** Succeeds whether or not the address has an account. */
export async function forgotPassword(
  email: string,
  turnstileToken: string | undefined,
): Promise<void> {
  await request('POST', '/api/auth/forgot-password', { email, turnstileToken })
}
