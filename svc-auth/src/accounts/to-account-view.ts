import type { AccountView } from '@inkproof/protocol/account'
import type { AccountRow } from './accounts.model.ts'
import { pictureUrl } from './picture-url.ts'

/** Converts an account to what its owner sees in the settings. */
export function toAccountView(account: AccountRow): AccountView {
  return {
    email: account.email ?? null,
    emailConfirmed: account.emailConfirmedAt != null,
    firstName: account.firstName ?? null,
    lastName: account.lastName ?? null,
    profileImageUrl: pictureUrl(account),
    hasPassword: account.passwordHash != null,
    wallets: account.wallets.map(({ address, addedAt }) => ({
      address,
      addedAt: addedAt.toISOString(),
    })),
    passkeys: account.passkeys.map(({ id, name, addedAt, usedAt }) => ({
      id,
      name,
      addedAt: addedAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
    providers: account.providers.map(({ id, name, email, addedAt }) => ({
      id,
      name,
      email: email ?? null,
      addedAt: addedAt.toISOString(),
    })),
    appAddedAt: account.app?.confirmedAt?.toISOString() ?? null,
    recoveryCodesLeft: account.recoveryCodes.length,
    deleteAt: account.deleteAt?.toISOString() ?? null,
    createdAt: account.createdAt.toISOString(),
  }
}
