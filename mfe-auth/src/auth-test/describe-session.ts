import type { Session } from '@inkproof/slice'
import { formatDate } from '@inkproof/texts/format'
import { displayName } from '../account/display-name.ts'

type Item = { label: string; value: string; mono?: boolean }

/** The session's facts. Of the token only what it says about itself: shown whole, it could be copied. */
export function describeSession(session: Session): Item[] {
  const items: Item[] = [{ label: 'State', value: session.status.replace('-', ' ') }]
  if (session.status !== 'signed-in') return items
  const { user, token } = session
  const { keyId, expiresAt } = readToken(token)
  return [
    ...items,
    { label: 'Name', value: displayName(user) },
    { label: 'E-mail', value: user.email ?? 'none', mono: true },
    { label: 'E-mail confirmed', value: user.emailConfirmed ? 'yes' : 'no' },
    { label: 'Wallet', value: user.walletAddress ?? 'none', mono: true },
    { label: 'Account', value: user.id, mono: true },
    { label: 'Workspace', value: user.workspaceId, mono: true },
    { label: 'Role there', value: user.role },
    { label: 'Account made', value: formatDate(user.createdAt) },
    { label: 'Token key', value: keyId, mono: true },
    { label: 'Token ends', value: expiresAt },
  ]
}

function readToken(token: string): { keyId: string; expiresAt: string } {
  const [header, claims] = token.split('.').map(decodePart)
  const exp = claims?.['exp']
  return {
    keyId: String(header?.['kid'] ?? 'none'),
    expiresAt: typeof exp === 'number' ? formatDate(new Date(exp * 1_000)) : 'not said',
  }
}

function decodePart(part: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return undefined
  }
}
