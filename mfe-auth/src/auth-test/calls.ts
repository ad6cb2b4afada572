import { useSession } from '@inkproof/slice'

/** One authentication call, as the page runs it. */
export type AuthCall = {
  method: 'GET' | 'POST'
  path: string
  says: string
  body?: unknown
  /** What happens beside the answer; asked for before it runs. */
  effect?: string
}

/** Every authentication call of the product, the one that ends the session last. */
export const CALLS: readonly AuthCall[] = [
  { method: 'GET', path: '/api/auth/me', says: 'Who the bearer token belongs to.' },
  { method: 'GET', path: '/api/auth/captcha', says: 'The verification asked for at sign-in.' },
  { method: 'POST', path: '/api/auth/login', says: 'Sign in, sent with an empty form.', body: {} },
  {
    method: 'POST',
    path: '/api/auth/register',
    says: 'Create an account, sent with an empty form.',
    body: {},
  },
  {
    method: 'POST',
    path: '/api/auth/siwe-message',
    says: 'The message a wallet signs, asked for without an address.',
    body: {},
  },
  {
    method: 'POST',
    path: '/api/auth/wallet-auth',
    says: 'Sign in with a wallet, sent with an empty form.',
    body: {},
  },
  {
    method: 'POST',
    path: '/api/auth/forgot-password',
    says: 'A link for a new password, asked for without an address.',
    body: {},
  },
  {
    method: 'POST',
    path: '/api/auth/logout',
    says: 'Ends the session this browser holds.',
    effect: 'Signs you out.',
  },
]

/** What a call answered. */
export type Answer = { status: number; tookMs: number; requestId: string; body: string }

/**
 * Runs a call by itself, not through the shared request helper: that one would clear the session on a
 * 401, and the page is there to show what the service says.
 *
 * @throws TypeError when nothing answers.
 */
export async function runCall({ method, path, body }: AuthCall): Promise<Answer> {
  const { token } = useSession.getState()
  const startedAt = performance.now()
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: {
      accept: 'application/problem+json, application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    tookMs: Math.round(performance.now() - startedAt),
    requestId: response.headers.get('x-request-id') ?? 'none',
    body: indented(text),
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
