/** Uses a code of the app or a recovery code. Each works once, even under concurrent calls. */
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { openSecret } from './app-secret.ts'
import { recoveryHash } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

export type CodeDeps = {
  accounts: AccountStore
  now: () => Date
  /** A separate key for each kind of stored secret. */
  keys: { app: Buffer; recovery: Buffer }
}

type App = NonNullable<AccountRow['app']>

/**
 * Returns the app of an account after a valid code: its time step is marked as used, and no code up to it works
 * again (RFC 6238 §5.2).
 *
 * @throws AppError CODE_WRONG
 */
export function appAfter(deps: CodeDeps, { _id, app }: AccountRow, code: string): App {
  const secret = app && openSecret(deps.keys.app, _id, app.secret)
  const step = secret && stepOf(secret, code, deps.now())
  if (!app || !step || step <= app.usedStep) throw new AppError('CODE_WRONG')
  return { ...app, usedStep: step }
}

/** @throws AppError CODE_WRONG, also while the app is not confirmed by its first code */
export function useAppCode(deps: CodeDeps, accountId: string, code: string): Promise<AccountRow> {
  return deps.accounts.change(accountId, (account) => {
    if (!account.app?.confirmedAt) throw new AppError('CODE_WRONG')
    return { app: appAfter(deps, account, code) }
  })
}

/** @throws AppError CODE_WRONG */
export function useRecoveryCode(
  { accounts, keys }: CodeDeps,
  accountId: string,
  typed: string,
): Promise<AccountRow> {
  const used = recoveryHash(keys.recovery, accountId, typed)
  return accounts.change(accountId, ({ recoveryCodes }) => {
    if (!recoveryCodes.includes(used)) throw new AppError('CODE_WRONG')
    return { recoveryCodes: recoveryCodes.filter((hash) => hash !== used) }
  })
}
