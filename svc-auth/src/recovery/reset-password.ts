import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { emailIdentity } from '../accounts/identities.ts'
import { hashPassword } from '../accounts/password.ts'
import type { Caller } from '../callers/caller.ts'
import type { LocateIp } from '../callers/locate-ip.ts'
import { checkNewPassword } from '../passwords/check-new-password.ts'
import { ending } from '../sessions/end-sessions.ts'
import type { FinalizeAccountChange } from '../sessions/finalize-account-change.ts'
import { onlyDevice } from '../sessions/only-device.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { holderOf } from '../ways/holder-of.ts'
import { listsIdentity } from '../ways/ways.ts'

export type RecoveryDeps = {
  accounts: AccountStore
  finalizeAccountChange: FinalizeAccountChange
  tokens: Tokens
  now: () => Date
  locateIp: LocateIp
}

/** Specification §9. */
const LASTS_MS = 60 * 60 * 1_000

/**
 * Writes down that a new password was asked for, and nothing else: whether the address has an account is
 * found out when the mail is written, so that the answer and its time are the same for all addresses.
 */
export async function askReset(deps: RecoveryDeps, email: string, caller: Caller): Promise<void> {
  await deps.tokens.make({
    kind: 'reset',
    ownerId: emailIdentity(email),
    data: { device: caller.device, place: deps.locateIp(caller.address) },
    lastsMs: LASTS_MS,
    mailTo: email,
  })
}

/**
 * What a reset link is for. Changes nothing.
 *
 * @throws AppError LINK_UNKNOWN, LINK_USED or LINK_EXPIRED
 */
export async function lookAtReset(
  deps: RecoveryDeps,
  secret: string,
): Promise<{ account: AccountRow; expiresAt: Date }> {
  const { ownerId, expiresAt } = await deps.tokens.look('reset', secret)
  const account = await holderOf(deps.accounts, ownerId)
  // The address was moved to another account, or away from this one, since the link was sent.
  if (!account) throw new AppError('LINK_EXPIRED')
  return { account, expiresAt }
}

/**
 * Sets a new password by a mailed link, which also shows that the address is theirs; ends every session,
 * takes back the other open links and tells the person. A second factor stays asked for.
 *
 * Until an address is confirmed, anybody may have registered with it and waited for its owner to come. What
 * they added goes with the first reset, or it would still let them in, or keep the owner out; the locks it
 * leaves open nothing and are taken over (ways/link-way.ts). Nor does the owner begin in a workspace that
 * others can read (workspaces/leave-shared-workspaces.ts).
 *
 * The link is spent first: of two passwords sent at once one is refused, not both taken.
 *
 * @throws AppError as {@link lookAtReset} and `checkNewPassword`
 */
export async function resetPassword(
  deps: RecoveryDeps,
  { token, password }: { token: string; password: string },
  caller: Caller,
): Promise<void> {
  const { account } = await lookAtReset(deps, token)
  checkNewPassword(password, account)
  const passwordHash = await hashPassword(password)
  const { ownerId } = await deps.tokens.spend('reset', token)
  const data = { device: caller.device, place: deps.locateIp(caller.address) }
  const what = { resets: true, tell: { kind: 'password-reset' as const, data } }
  const changed = await deps.accounts.change(account._id, (now) => {
    if (!listsIdentity(now, ownerId)) throw new AppError('LINK_EXPIRED')
    const at = deps.now()
    const devices = onlyDevice(now, caller.mark)
    if (now.emailConfirmedAt) return ending(now, { passwordHash, devices }, what, at)
    const change = { ...NOTHING_PLANTED, passwordHash, emailConfirmedAt: at }
    return ending(now, change, { ...what, leave: true }, at)
  })
  await deps.finalizeAccountChange(changed)
}

/** Ways in, a workspace to begin in, a day to go: whoever had the address before its reader may have set them. */
const NOTHING_PLANTED = {
  wallets: [],
  passkeys: [],
  providers: [],
  devices: [],
  recoveryCodes: [],
  app: null,
  lastWorkspaceId: null,
  deleteAt: null,
}
