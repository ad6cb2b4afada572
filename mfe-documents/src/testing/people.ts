import type { User } from '@inkproof/slice'

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

export const BEN: User = { ...ANA, id: 'u2', email: 'ben@example.org', workspaceId: 'w2' }
