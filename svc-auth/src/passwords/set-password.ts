import type { SetPasswordRequest } from '@inkproof/protocol/passwords'
import { AppError } from '@inkproof/service-kit/app-error'
import { requireReauthentication, type Session } from '@inkproof/service-kit/auth'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { hashPassword, verifyPassword } from '../accounts/password.ts'
import { requireAccount } from '../accounts/require-account.ts'
import type { Caller } from '../callers/caller.ts'
import { changeAndEndSessions } from '../sessions/end-sessions.ts'
import type { FinalizeAccountChange } from '../sessions/finalize-account-change.ts'
import { onlyDevice } from '../sessions/only-device.ts'
import { checkNewPassword } from './check-new-password.ts'

export type SetPasswordDeps = {
  accounts: AccountStore
  finalizeAccountChange: FinalizeAccountChange
  now: () => Date
}

/**
 * Changes the password of a signed-in user, or sets the first one. Ends the account's other sessions, withdraws
 * open reset links and notifies the owner by e-mail.
 *
 * The current password is required even right after signing in, so that an unlocked screen is not enough to take over
 * the account. With an authenticator app, a recent sign-in is required too.
 *
 * @throws AppError PASSWORD_WRONG, PROOF_NEEDED, EMAIL_UNCONFIRMED, or as `checkNewPassword`
 */
export async function setPassword(
  deps: SetPasswordDeps,
  session: Session,
  request: SetPasswordRequest,
  caller: Caller,
): Promise<void> {
  const account = await requireAccount(deps.accounts, session.accountId)
  await verifyIdentity(deps, session, account, request.currentPassword)
  checkNewPassword(request.newPassword, account)
  const passwordHash = await hashPassword(request.newPassword)
  const data = { device: caller.device, place: session.place }
  await changeAndEndSessions(
    deps,
    account._id,
    (current) => {
      // The password or the address has been changed concurrently, so the check of the password is outdated.
      if (current.epoch !== account.epoch) throw new AppError('PASSWORD_WRONG')
      requireUsableEmail(current)
      return { passwordHash, devices: onlyDevice(current, caller.browserId) }
    },
    { keep: session.sessionId, withdrawResets: true, notice: { kind: 'password-set', data } },
  )
}

async function verifyIdentity(
  { now }: SetPasswordDeps,
  session: Session,
  account: AccountRow,
  currentPassword: string | undefined,
): Promise<void> {
  requireUsableEmail(account)
  if (!account.passwordHash) return requireReauthentication(session, now())
  const isMatch =
    currentPassword !== undefined && (await verifyPassword(account.passwordHash, currentPassword))
  if (!isMatch) throw new AppError('PASSWORD_WRONG')
  if (account.app?.confirmedAt) requireReauthentication(session, now())
}

/** A first password requires a confirmed address, because an unconfirmed one could belong to someone else. */
function requireUsableEmail({ email, emailConfirmedAt, passwordHash }: AccountRow): void {
  const isUsable = email && (passwordHash || emailConfirmedAt)
  if (!isUsable) throw new AppError('EMAIL_UNCONFIRMED')
}
