import type { SetPasswordRequest } from '@inkproof/protocol/passwords'
import { AppError } from '@inkproof/service-kit/app-error'
import { requireProof, type Session } from '@inkproof/service-kit/auth'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { mustFind } from '../accounts/must-find.ts'
import { hashPassword, isPassword } from '../accounts/password.ts'
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
 * Changes the password of somebody who is signed in, or gives an account its first one; ends all its
 * other sessions, takes back open reset links and tells the person by mail.
 *
 * The current password is asked for even right after signing in: a screen left unlocked must not be
 * enough to take an account over. Where it is all that guards the account it is proof by itself.
 *
 * @throws AppError PASSWORD_WRONG, PROOF_NEEDED, EMAIL_UNCONFIRMED, or as `checkNewPassword`
 */
export async function setPassword(
  deps: SetPasswordDeps,
  session: Session,
  request: SetPasswordRequest,
  caller: Caller,
): Promise<void> {
  const account = await mustFind(deps.accounts, session.accountId)
  await showsWho(deps, session, account, request.currentPassword)
  checkNewPassword(request.newPassword, account)
  const passwordHash = await hashPassword(request.newPassword)
  const data = { device: caller.device, place: session.place }
  await changeAndEndSessions(
    deps,
    account._id,
    (now) => {
      // Somebody else has changed it meanwhile, or the address: what was shown no longer says who this is.
      if (now.epoch !== account.epoch) throw new AppError('PASSWORD_WRONG')
      requireOpenable(now)
      return { passwordHash, devices: onlyDevice(now, caller.mark) }
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

/** A first password on an address nobody has confirmed could be somebody else's address. */
function requireOpenable({ email, emailConfirmedAt, passwordHash }: AccountRow): void {
  const isOpenable = email && (passwordHash || emailConfirmedAt)
  if (!isOpenable) throw new AppError('EMAIL_UNCONFIRMED')
}
