import type { Role, User } from '@inkproof/protocol/auth'
import type { AccountRow } from './accounts.model.ts'
import { pictureUrl } from './picture-url.ts'

/** Converts an account to the signed-in user that front ends receive. */
export function toUser(account: AccountRow, session: { workspaceId: string; role: Role }): User {
  return {
    id: account._id,
    email: account.email ?? null,
    emailConfirmed: account.emailConfirmedAt != null,
    firstName: account.firstName ?? null,
    lastName: account.lastName ?? null,
    walletAddress: account.wallets[0]?.address ?? null,
    profileImageUrl: pictureUrl(account),
    workspaceId: session.workspaceId,
    role: session.role,
    createdAt: account.createdAt.toISOString(),
  }
}
