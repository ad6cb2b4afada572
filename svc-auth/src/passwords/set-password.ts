import type { SetPasswordRequest } from '@inkproof/protocol/passwords'
import { AppError } from '@inkproof/service-kit/app-error'
import { requireProof, type Session } from '@inkproof/service-kit/auth'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { hashPassword, isPassword } from '../accounts/password.ts'
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
 * Changes the password of a signed-in person, or sets an account's first one; ends its other sessions, withdraws
 * open reset links and notifies the person by mail.
 *
 * The current password is required even right after signing in: an unlocked screen must not be enough to take an
 * account over. Where the password is the only factor, it is sufficient proof.
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
  await showsWho(deps, session, account, request.currentPassword)
  checkNewPassword(request.newPassword, account)
  const passwordHash = await hashPassword(request.newPassword)
  const data = { device: caller.device, place: session.place }
  await changeAndEndSessions(
    deps,
    account._id,
    (now) => {
      // The password or the address was changed concurrently: the proof no longer identifies this person.
      if (now.epoch !== account.epoch) throw new AppError('PASSWORD_WRONG')
      requireOpenable(now)
      return { passwordHash, devices: onlyDevice(now, caller.browserId) }
    },
    { keep: session.sessionId, resets: true, tell: { kind: 'password-set', data } },
  )
}

async function showsWho(
  { now }: SetPasswordDeps,
  session: Session,
  account: AccountRow,
  currentPassword: string | undefined,
): Promise<void> {
  requireOpenable(account)
  if (!account.passwordHash) return requireProof(session, now())
  const isTheirs =
    currentPassword !== undefined && (await isPassword(account.passwordHash, currentPassword))
  if (!isTheirs) throw new AppError('PASSWORD_WRONG')
  if (account.app?.confirmedAt) requireProof(session, now())
}

/** An unconfirmed address could belong to somebody else, so it gets no first password. */
function requireOpenable({ email, emailConfirmedAt, passwordHash }: AccountRow): void {
  const isOpenable = email && (passwordHash || emailConfirmedAt)
  if (!isOpenable) throw new AppError('EMAIL_UNCONFIRMED')
}
