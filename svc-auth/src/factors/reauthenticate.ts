/** Confirms a signed-in user's identity again. */
import type { ReauthenticationCredential } from '@inkproof/protocol/factors'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { verifyPassword } from '../accounts/password.ts'
import { type CodeDeps, useAuthenticatorCode, useRecoveryCode } from './use-code.ts'
import { type UsePasskeyDeps, usePasskey } from './use-passkey.ts'

export type ReauthenticationDeps = CodeDeps & UsePasskeyDeps
export type SignedInUser = { account: AccountRow; sessionId: string; browserId: string }

/**
 * Verifies a credential of a signed-in user. Returns the account after the check, which may have used up a code.
 *
 * @throws AppError PASSWORD_WRONG, CODE_WRONG, PASSKEY_REFUSED, PASSKEY_UNKNOWN, STRONGER_PROOF_NEEDED
 */
export async function reauthenticate(
  deps: ReauthenticationDeps,
  user: SignedInUser,
  credential: ReauthenticationCredential,
): Promise<AccountRow> {
  const { account, sessionId, browserId } = user
  if ('code' in credential) return useAuthenticatorCode(deps, account._id, credential.code)
  if ('recoveryCode' in credential)
    return useRecoveryCode(deps, account._id, credential.recoveryCode)
  if ('passkey' in credential) {
    const used = await usePasskey(deps, { purpose: 'prove', browserId }, credential.passkey)
    const isForThisSession = used.account._id === account._id && used.subject === sessionId
    if (!isForThisSession) throw new AppError('PASSKEY_REFUSED')
    return used.account
  }
  assertFirstFactorSuffices(account)
  const isMatch = await verifyPassword(account.passwordHash ?? undefined, credential.password)
  if (!isMatch) throw new AppError('PASSWORD_WRONG')
  return account
}

/**
 * Requires that a password or wallet alone is enough to confirm the identity. It is not enough if the account has an
 * authenticator app: otherwise an attacker with the password could remove the app.
 *
 * @throws AppError STRONGER_PROOF_NEEDED if the account has an authenticator app.
 */
export function assertFirstFactorSuffices({ app }: AccountRow): void {
  if (app?.confirmedAt) throw new AppError('STRONGER_PROOF_NEEDED')
}
