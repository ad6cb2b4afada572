import type { SecondFactor } from '@inkproof/protocol/factors'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { PendingSignIn } from '../sessions/complete-sign-in.ts'
import { type CodeDeps, useAppCode, useRecoveryCode } from './use-code.ts'
import { type UsePasskeyDeps, usePasskey } from './use-passkey.ts'

export type SecondFactorDeps = CodeDeps & UsePasskeyDeps

/**
 * Checks the second factor of a pending sign-in. Returns the account as changed by it.
 *
 * @throws AppError CODE_WRONG, PASSKEY_REFUSED, PASSKEY_UNKNOWN, or SIGN_IN_EXPIRED if all sessions were ended
 * since the first factor.
 */
export async function showSecondFactor(
  deps: SecondFactorDeps,
  pending: PendingSignIn,
  shown: SecondFactor,
): Promise<AccountRow> {
  const account = await accountShown(deps, pending, shown)
  // Checked last, so that anything that ended all sessions before also ends this sign-in.
  if (account.epoch !== pending.epoch) throw new AppError('SIGN_IN_EXPIRED')
  return account
}

async function accountShown(
  deps: SecondFactorDeps,
  { accountId, mark }: PendingSignIn,
  shown: SecondFactor,
): Promise<AccountRow> {
  if ('code' in shown) return useAppCode(deps, accountId, shown.code)
  if ('recoveryCode' in shown) return useRecoveryCode(deps, accountId, shown.recoveryCode)
  const { account } = await usePasskey(deps, { purpose: 'sign-in', mark }, shown.passkey)
  if (account._id !== accountId) throw new AppError('PASSKEY_REFUSED')
  return account
}
