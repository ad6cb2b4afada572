import type { AccountView } from '@inkproof/protocol/account'

/** A way to confirm one's identity. */
export type ProveMethod = 'passkey' | 'app' | 'recovery' | 'password' | 'wallet'

/**
 * The methods of this account, the quickest first. With an authenticator app, a password or a wallet is only the
 * first factor, which the service refuses, so it is not offered.
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
