/** Confirms a signed-in person's identity again. */
import type { Proof } from '@inkproof/protocol/factors'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { isPassword } from '../accounts/password.ts'
import { type CodeDeps, useAppCode, useRecoveryCode } from './use-code.ts'
import { type UsePasskeyDeps, usePasskey } from './use-passkey.ts'

export type ProveDeps = CodeDeps & UsePasskeyDeps
export type Prover = { account: AccountRow; sessionId: string; browserId: string }

/**
 * Checks a proof. Returns the account after any change it made, such as a spent code.
 *
 * @throws AppError PASSWORD_WRONG, CODE_WRONG, PASSKEY_REFUSED, STRONGER_PROOF_NEEDED
 */
export async function prove(deps: ProveDeps, prover: Prover, proof: Proof): Promise<AccountRow> {
  const { account, sessionId, browserId } = prover
  if ('code' in proof) return useAppCode(deps, account._id, proof.code)
  if ('recoveryCode' in proof) return useRecoveryCode(deps, account._id, proof.recoveryCode)
  if ('passkey' in proof) {
    const used = await usePasskey(deps, { purpose: 'prove', browserId }, proof.passkey)
    const isOwn = used.account._id === account._id && used.subject === sessionId
    if (!isOwn) throw new AppError('PASSKEY_REFUSED')
    return used.account
  }
  assertWeakProofAllowed(account)
  const isMatch = await isPassword(account.passwordHash ?? undefined, proof.password)
  if (!isMatch) throw new AppError('PASSWORD_WRONG')
  return account
}

/**
 * With an authenticator app, a password or wallet is only the first factor and must not be able to change the
 * second: otherwise a thief could remove the app.
 *
 * @throws AppError STRONGER_PROOF_NEEDED
 */
export function assertWeakProofAllowed({ app }: AccountRow): void {
  if (app?.confirmedAt) throw new AppError('STRONGER_PROOF_NEEDED')
}
