import type { SignInAnswer } from '@inkproof/protocol/auth'
import type { LinkStart } from '@inkproof/protocol/providers'
import { request } from '@inkproof/slice'

export const OPTIONS_URL = '/api/auth/options'

/** The URL for signing in; the provider returns to the current page. */
export function startAddress({ pathname, search }: Location): string {
  return `/api/auth/provider/start?returnTo=${encodeURIComponent(pathname + search)}`
}

export async function finishSignIn(code: string): Promise<SignInAnswer> {
  const answer = await request('POST', '/api/auth/provider/finish', { code })
  return answer.json()
}

/** Returns the URL for linking a provider account to the signed-in one. */
export async function startLink(returnTo: string): Promise<LinkStart> {
  const answer = await request('POST', '/api/auth/provider/link', { returnTo })
  return answer.json()
}

export async function finishLink(code: string): Promise<void> {
  await request('POST', '/api/auth/provider/link/finish', { code })
}

export async function unlink(id: string): Promise<void> {
  await request('DELETE', `/api/auth/providers/${id}`)
}
