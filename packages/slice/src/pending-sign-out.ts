/**
 * Sign-outs that the service has not confirmed yet, for example because it cannot reach the store of sessions. The browser
 * stores the token, and nothing else, until the service has ended that session or refuses the token. Each is sent
 * with its own token, so it cannot end a session that was started later.
 */
import { LOGOUT } from '@inkproof/protocol/paths'
import { readStored, SIGN_OUTS_KEY, writeStored } from './storage.ts'

const RETRY_DELAY_MS = 15_000

/** The sign-outs of this page, in case the browser cannot store them. */
const ownTokens = new Set<string>()

/** Stores a sign-out, which {@link sendSignOuts} sends. */
export function storeSignOut(token: string): void {
  ownTokens.add(token)
  writeTokens([...readTokens().filter((other) => other !== token), token])
}

/** Sends the stored sign-outs. Logs those that fail; they remain stored. */
export async function sendSignOuts(): Promise<void> {
  const tokens = new Set([...readTokens(), ...ownTokens])
  const results = await Promise.all([...tokens].map(sendSignOut))
  if (results.includes('failed')) scheduleRetry()
}

/**
 * Sends the stored sign-outs now. Retries failed ones every 15 s, when the browser is back online, and when the page gets
 * the focus. Returns a function that stops this.
 */
export function resumeSignOuts(): () => void {
  const send = () => void sendSignOuts()
  send()
  addEventListener('online', send)
  addEventListener('focus', send)
  return () => {
    clearTimeout(retryTimer)
    removeEventListener('online', send)
    removeEventListener('focus', send)
  }
}

let retryTimer: ReturnType<typeof setTimeout> | undefined

function scheduleRetry(): void {
  clearTimeout(retryTimer)
  retryTimer = setTimeout(() => void sendSignOuts(), RETRY_DELAY_MS)
}

async function sendSignOut(token: string): Promise<'done' | 'failed'> {
  try {
    // Not by `request`, which sends the token of the current session.
    await endSession(token)
  } catch (error) {
    console.error('Logout error:', error)
    return 'failed'
  }
  ownTokens.delete(token)
  // Read again, because another tab may have changed the list.
  writeTokens(readTokens().filter((other) => other !== token))
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

/** Tokens contain no spaces. */
function readTokens(): string[] {
  return readStored(SIGN_OUTS_KEY)?.split(' ') ?? []
}

function writeTokens(tokens: readonly string[]): void {
  writeStored(SIGN_OUTS_KEY, tokens.join(' ') || null)
}
