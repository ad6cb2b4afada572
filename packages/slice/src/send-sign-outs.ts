/**
 * Sends sign-outs until the service has confirmed each. Each is sent with its own token, so it cannot end a session that
 * was started later.
 */
import { LOGOUT } from '@inkproof/protocol/paths'
import { pendingTokens, removeSignOut } from './stored-sign-outs.ts'

const RETRY_DELAY_MS = 15_000

let retry: AbortController | undefined

/**
 * Sends all sign-outs that are not confirmed. Logs those that fail, and sends them again every 15 s, when the browser is
 * back online, and when the page gets the focus.
 */
export async function sendSignOuts(): Promise<void> {
  retry?.abort()
  const results = await Promise.all([...pendingTokens()].map(sendSignOut))
  if (results.includes('failed')) retryLater()
}

function retryLater(): void {
  retry?.abort()
  retry = new AbortController()
  const { signal } = retry
  const send = () => void sendSignOuts()
  const timer = setTimeout(send, RETRY_DELAY_MS)
  signal.addEventListener('abort', () => clearTimeout(timer))
  addEventListener('online', send, { signal })
  addEventListener('focus', send, { signal })
}

async function sendSignOut(token: string): Promise<'done' | 'failed'> {
  try {
    // Not by `request`, which sends the token of the current session.
    await endSession(token)
  } catch (error) {
    console.error('Logout error:', error)
    return 'failed'
  }
  removeSignOut(token)
  return 'done'
}

/** Ends the session of a token. A token that the service refuses (401), such as an expired one, has no session. */
async function endSession(token: string): Promise<void> {
  const response = await fetch(LOGOUT.path, {
    method: LOGOUT.method,
    headers: { authorization: `Bearer ${token}` },
    credentials: 'include',
    keepalive: true,
  })
  if (!response.ok && response.status !== 401)
    throw new Error(`${response.status}: ${await response.text()}`)
}
