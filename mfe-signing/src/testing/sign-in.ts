import { type User, useSession } from '@inkproof/slice'
import { act } from 'react'

export const ANA: User = {
  id: 'u1',
  email: 'ana@example.org',
  emailConfirmed: true,
  firstName: 'Ana',
  lastName: 'Reis',
  walletAddress: null,
  profileImageUrl: null,
  workspaceId: 'w1',
  role: 'owner',
  createdAt: '2026-01-01T00:00:00.000Z',
}

/** Signs a user in without the sign-in form. */
export function signInAs(user: User = ANA): void {
  act(() => useSession.setState({ status: 'signed-in', user, token: 't' }, true))
}

/** Signs out without asking the service. */
export function signOutNow(): void {
  act(() => useSession.setState({ status: 'signed-out', user: null, token: null }, true))
}
