/**
 * Verifies and consumes a code from the authenticator app, or a recovery code. Each code works only once, even if calls
 * use it concurrently.
 */
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { decryptSecret } from './authenticator-app-secret.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { findTimeStep } from './totp.ts'

export type CodeDeps = {
  accounts: AccountStore
  now: () => Date
  /** A separate key for each kind of stored secret. */
  keys: { app: Buffer; recovery: Buffer }
}

type AuthenticatorApp = NonNullable<AccountRow['app']>

/**
 * Verifies a code. Returns the app with the code's time step as the last used one. Once the caller has stored that,
 * neither this code nor an older one works again (RFC 6238 §5.2).
 *
 * @throws AppError CODE_WRONG
 */
export function verifyCode(
  deps: CodeDeps,
  { _id, app }: AccountRow,
  code: string,
): AuthenticatorApp {
  const secret = app && decryptSecret(deps.keys.app, _id, app.secret)
  const step = secret && findTimeStep(secret, code, deps.now())
  if (!app || !step || step <= app.usedStep) throw new AppError('CODE_WRONG')
  return { ...app, usedStep: step }
}

/**
 * Consumes a code from the authenticator app.
 *
 * @throws AppError CODE_WRONG, also for a correct code while the app is unconfirmed
 */
export function useAuthenticatorCode(
  deps: CodeDeps,
  accountId: string,
  code: string,
): Promise<AccountRow> {
  return deps.accounts.change(accountId, (account) => {
    if (!account.app?.confirmedAt) throw new AppError('CODE_WRONG')
    return { app: verifyCode(deps, account, code) }
  })
}

/** Consumes a recovery code. @throws AppError CODE_WRONG */
export function useRecoveryCode(
  { accounts, keys }: CodeDeps,
  accountId: string,
  typed: string,
): Promise<AccountRow> {
  const usedHash = hashRecoveryCode(keys.recovery, accountId, typed)
  return accounts.change(accountId, ({ recoveryCodes }) => {
    if (!recoveryCodes.includes(usedHash)) throw new AppError('CODE_WRONG')
    return { recoveryCodes: recoveryCodes.filter((hash) => hash !== usedHash) }
  })
}
