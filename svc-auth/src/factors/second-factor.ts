import type { SecondFactor } from '@inkproof/protocol/factors'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { PendingSignIn } from '../sessions/complete-sign-in.ts'
import { type CodeDeps, useAuthenticatorCode, useRecoveryCode } from './use-code.ts'
import { type UsePasskeyDeps, usePasskey } from './use-passkey.ts'

export type SecondFactorDeps = CodeDeps & UsePasskeyDeps

/**
 * Verifies the second factor of a pending sign-in. Returns the account after the check, which may have used
 * up a code.
 *
 * @throws AppError CODE_WRONG, PASSKEY_REFUSED, PASSKEY_UNKNOWN, or SIGN_IN_EXPIRED if all sessions were ended
 * since the first factor.
 */
export async function verifySecondFactor(
  deps: SecondFactorDeps,
  pending: PendingSignIn,
  submitted: SecondFactor,
): Promise<AccountRow> {
  const account = await useSubmittedFactor(deps, pending, submitted)
  // Checked last, so that an event that ended all sessions in the meantime also ends this sign-in.
  if (account.epoch !== pending.epoch) throw new AppError('SIGN_IN_EXPIRED')
  return account
}

async function useSubmittedFactor(
  deps: SecondFactorDeps,
  { accountId, mark: browserId }: PendingSignIn,
  submitted: SecondFactor,
): Promise<AccountRow> {
  if ('code' in submitted) return useAuthenticatorCode(deps, accountId, submitted.code)
  if ('recoveryCode' in submitted) return useRecoveryCode(deps, accountId, submitted.recoveryCode)
  const { account } = await usePasskey(deps, { purpose: 'sign-in', browserId }, submitted.passkey)
  if (account._id !== accountId) throw new AppError('PASSKEY_REFUSED')
  return account
}
