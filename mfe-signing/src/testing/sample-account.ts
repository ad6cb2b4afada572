import type { AccountView } from '@inkproof/protocol/account'
import { TIME } from './sample-envelope.ts'

type Passkey = AccountView['passkeys'][number]

/** The settings of an account with these passkeys. */
export function accountWith(
  passkeys: readonly (Pick<Passkey, 'id'> & Partial<Passkey>)[],
): AccountView {
  return {
    ...{ email: 'ana@example.org', emailConfirmed: true, firstName: 'Ana', lastName: 'Reis' },
    ...{ profileImageUrl: null, hasPassword: true, wallets: [], providers: [] },
    passkeys: passkeys.map(({ addedAt = TIME, id, name = 'Firefox', usedAt = null }) => ({
      ...{ id, name, addedAt, usedAt },
    })),
    ...{ appAddedAt: null, recoveryCodesLeft: 0, deleteAt: null, createdAt: TIME },
  }
}
