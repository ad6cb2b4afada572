/** Valid request bodies, so that a request is not rejected before its handler accesses MongoDB or Redis. */
import { DELETION_PHRASE } from '@inkproof/protocol/profile'
import { person } from './start.ts'

const turnstileToken = 'disabled-for-testing'
const walletAddress = `0x${'a'.repeat(40)}`
const token = 'A'.repeat(43)
const response = { clientDataJSON: 'e30', attestationObject: 'oA', transports: [] }
const created = { id: token, rawId: token, type: 'public-key', response }
const used = {
  id: token,
  rawId: token,
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'oA', signature: 'oA' },
}

/** A GIF of one pixel, in base64. */
const DOT = 'R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs='

/** Returns the bodies by `METHOD /path`, with `x` for each path parameter. Calls that are not listed have no body. */
export function validBodies(): Record<string, object> {
  const { email, password } = person()
  const link = { kind: 'confirm-email', token }
  const signed = { walletAddress, signature: `0x${'1'.repeat(130)}`, message: 'text' }
  return {
    'POST /api/auth/register': { email, password, turnstileToken },
    'POST /api/auth/register/passkey/options': { email, turnstileToken },
    'POST /api/auth/register/passkey': { passkey: created },
    'POST /api/auth/login': { email, password, turnstileToken },
    'POST /api/auth/login/passkey': { passkey: used },
    'POST /api/auth/login/second-factor': { id: token, code: '123456' },
    'POST /api/auth/siwe-message': { walletAddress },
    'POST /api/auth/wallet-auth': { ...signed, turnstileToken },
    'POST /api/auth/practice-wallet': { address: walletAddress },
    'POST /api/auth/verification': { turnstileToken },
    'POST /api/auth/forgot-password': { email, turnstileToken },
    'POST /api/auth/reset-password/check': { token },
    'POST /api/auth/reset-password': { token, password },
    'POST /api/auth/email/link/check': link,
    'POST /api/auth/email/link': link,
    'POST /api/auth/email': { email },
    'PATCH /api/auth/profile': { firstName: 'Zoë', lastName: null },
    'PUT /api/auth/profile/picture': { image: DOT },
    'POST /api/auth/password': { currentPassword: password, newPassword: `${password}-2` },
    'POST /api/auth/deletion': { confirmation: DELETION_PHRASE },
    'POST /api/auth/prove': { password },
    'POST /api/auth/prove/wallet': signed,
    'POST /api/auth/wallets': signed,
    'POST /api/auth/passkeys': { passkey: created },
    'PATCH /api/auth/passkeys/x': { name: 'Key' },
    'POST /api/auth/app/confirm': { code: '123456' },
    'POST /api/auth/provider/finish': { code: token },
    'POST /api/auth/workspaces': { name: 'Team' },
    'PATCH /api/auth/workspaces/x': { name: 'Team' },
    'PATCH /api/auth/workspaces/x/branding': { color: '#1a2b3c' },
    'PUT /api/auth/workspaces/x/branding/logo': { image: DOT },
    'PATCH /api/auth/workspaces/x/members/x': { role: 'member' },
    'POST /api/auth/workspaces/x/transfer': { accountId: 'A'.repeat(22) },
    'POST /api/auth/workspaces/x/invitations': { email, role: 'member' },
    'POST /api/auth/invitations/look': { secret: token },
    'POST /api/auth/invitations/accept': { secret: token },
    'POST /api/auth/invitations/decline': { secret: token },
  }
}
