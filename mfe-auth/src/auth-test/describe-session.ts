import type { Session } from '@inkproof/slice'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { t } from '@inkproof/texts/text'
import { displayName } from '../account/display-name.ts'

const STATES: Record<Session['status'], string> = {
  loading: t('loading'),
  'signed-in': t('signed in'),
  'signed-out': t('signed out'),
}

type Item = { label: string; value: string; mono?: boolean }

/** The session's details. Only the token's claims are shown, because a complete token could be copied. */
export function describeSession(session: Session): Item[] {
  const items: Item[] = [{ label: t('State'), value: STATES[session.status] }]
  if (session.status !== 'signed-in') return items
  const { user, token } = session
  const { keyId, expiresAt } = readToken(token)
  const none = t('none')
  return [
    ...items,
    { label: t('Name'), value: displayName(user) },
    { label: t('E-mail'), value: user.email ?? none, mono: true },
    { label: t('E-mail confirmed'), value: user.emailConfirmed ? t('yes') : t('no') },
    { label: t('Wallet'), value: user.walletAddress ?? none, mono: true },
    { label: t('Account'), value: user.id, mono: true },
    { label: t('Workspace'), value: user.workspaceId, mono: true },
    { label: t('Role'), value: user.role, mono: true },
    { label: t('Account created'), value: formatDateTime(user.createdAt) },
    { label: t('Token key'), value: keyId, mono: true },
    { label: t('Token expires'), value: expiresAt },
  ]
}

function readToken(token: string): { keyId: string; expiresAt: string } {
  const [header, claims] = token.split('.').map(decodePart)
  const exp = claims?.['exp']
  return {
    keyId: String(header?.['kid'] ?? t('none')),
    expiresAt: typeof exp === 'number' ? formatDateTime(new Date(exp * 1_000)) : t('not given'),
  }
}

function decodePart(part: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return undefined
  }
}
