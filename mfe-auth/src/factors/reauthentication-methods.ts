import type { AccountView } from '@inkproof/protocol/account'

/** A method by which users confirm their identity. */
export type ReauthenticationMethod = 'passkey' | 'app' | 'recovery' | 'password' | 'wallet'

/**
 * Returns the methods of this account, the quickest first. For an account with an authenticator app, passwords and
 * wallets are only a first factor: the service does not accept them as confirmation, so they are not offered.
 */
export function getReauthenticationMethods(
  account: AccountView,
  supportsPasskeys: boolean,
): ReauthenticationMethod[] {
  const methods: ReauthenticationMethod[] = []
  if (supportsPasskeys && account.passkeys.length > 0) methods.push('passkey')
  if (account.appAddedAt !== null) {
    methods.push('app')
    if (account.recoveryCodesLeft > 0) methods.push('recovery')
    return methods
  }
  if (account.hasPassword) methods.push('password')
  if (account.wallets.length > 0) methods.push('wallet')
  return methods
}
