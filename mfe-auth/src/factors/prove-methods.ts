import type { AccountView } from '@inkproof/protocol/account'

/** What a person can show to prove that it is still them. */
export type ProveMethod = 'passkey' | 'app' | 'recovery' | 'password' | 'wallet'

/**
 * What this account has to show, the quickest first. With an authenticator app on, a password or a wallet is
 * half of signing in and not enough: the service refuses it, so it is not offered.
 */
export function proveMethods(account: AccountView, hasPasskeys: boolean): ProveMethod[] {
  const methods: ProveMethod[] = []
  if (hasPasskeys && account.passkeys.length > 0) methods.push('passkey')
  if (account.appAddedAt !== null) {
    methods.push('app')
    if (account.recoveryCodesLeft > 0) methods.push('recovery')
    return methods
  }
  if (account.hasPassword) methods.push('password')
  if (account.wallets.length > 0) methods.push('wallet')
  return methods
}
