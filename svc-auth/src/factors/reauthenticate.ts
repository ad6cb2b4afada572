/** Confirms a signed-in user's identity again. */
import type { ReauthenticationCredential } from '@inkproof/protocol/factors'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { isPassword } from '../accounts/password.ts'
import { type CodeDeps, useAuthenticatorCode, useRecoveryCode } from './use-code.ts'
import { type UsePasskeyDeps, usePasskey } from './use-passkey.ts'

export type ReauthenticationDeps = CodeDeps & UsePasskeyDeps
export type SignedInUser = { account: AccountRow; sessionId: string; browserId: string }

/**
 * Checks a credential. Returns the account after any change it made, such as a used code.
 *
 * @throws AppError PASSWORD_WRONG, CODE_WRONG, PASSKEY_REFUSED, STRONGER_PROOF_NEEDED
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
    const isOwn = used.account._id === account._id && used.subject === sessionId
    if (!isOwn) throw new AppError('PASSKEY_REFUSED')
    return used.account
  }
  assertFirstFactorSuffices(account)
  const isMatch = await isPassword(account.passwordHash ?? undefined, credential.password)
  if (!isMatch) throw new AppError('PASSWORD_WRONG')
  return account
}

/**
 * With an authenticator app, a password or wallet is only the first factor and must not be able to change the
 * second: otherwise a thief could remove the app.
 *
 * @throws AppError STRONGER_PROOF_NEEDED
 */
export function assertFirstFactorSuffices({ app }: AccountRow): void {
  if (app?.confirmedAt) throw new AppError('STRONGER_PROOF_NEEDED')
}
