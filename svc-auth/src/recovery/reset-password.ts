import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { emailIdentity } from '../accounts/identities.ts'
import { hashPassword } from '../accounts/password.ts'
import type { Caller } from '../callers/caller.ts'
import type { LocateIp } from '../callers/locate-ip.ts'
import { checkNewPassword } from '../passwords/check-new-password.ts'
import { sessionEndingChange } from '../sessions/end-sessions.ts'
import type { FinalizeAccountChange } from '../sessions/finalize-account-change.ts'
import { onlyDevice } from '../sessions/only-device.ts'
import { findAccountByIdentity } from '../sign-in-methods/find-account-by-identity.ts'
import { hasIdentity } from '../sign-in-methods/identities.ts'
import type { Tokens } from '../tokens/tokens.ts'

export type RecoveryDeps = {
  accounts: AccountStore
  finalizeAccountChange: FinalizeAccountChange
  tokens: Tokens
  now: () => Date
  locateIp: LocateIp
}

/** Fixed by the specification, §9. */
const LINK_TTL_MS = 60 * 60 * 1_000

/**
 * Only stores a reset link. Whether the address has an account is determined later, when the e-mail is composed, so
 * that the response and its time are the same for all addresses.
 */
export async function requestReset(
  deps: RecoveryDeps,
  email: string,
  caller: Caller,
): Promise<void> {
  await deps.tokens.create({
    kind: 'reset',
    ownerId: emailIdentity(email),
    data: { device: caller.device, place: deps.locateIp(caller.address) },
    ttlMs: LINK_TTL_MS,
    mailTo: email,
  })
}

/**
 * Returns the account and the expiry of a reset link without using it.
 *
 * @throws AppError LINK_UNKNOWN, LINK_USED or LINK_EXPIRED
 */
export async function findReset(
  deps: RecoveryDeps,
  secret: string,
): Promise<{ account: AccountRow; expiresAt: Date }> {
  const { ownerId, expiresAt } = await deps.tokens.find('reset', secret)
  const account = await findAccountByIdentity(deps.accounts, ownerId)
  // After the link was sent, the address was removed from its account.
  if (!account) throw new AppError('LINK_EXPIRED')
  return { account, expiresAt }
}

/**
 * Sets a new password with a mailed link, which also confirms the address. Ends every session, withdraws the other
 * open links and notifies the owner. A second factor is still required at sign-in.
 *
 * While an address is unconfirmed, an attacker may have registered with it and be waiting for its owner. The first
 * reset therefore removes everything that could give the attacker access or lock the owner out. The identity rows that
 * remain give no access, and other accounts can take them over (sign-in-methods/link-identity.ts). The account also
 * leaves workspaces that others can read (workspaces/leave-shared-workspaces.ts).
 *
 * The link is consumed before the password is set, so only one of two concurrent calls succeeds.
 *
 * @throws AppError as {@link findReset} and `checkNewPassword`
 */
export async function resetPassword(
  deps: RecoveryDeps,
  { token, password }: { token: string; password: string },
  caller: Caller,
): Promise<void> {
  const { account } = await findReset(deps, token)
  checkNewPassword(password, account)
  const passwordHash = await hashPassword(password)
  const { ownerId } = await deps.tokens.consume('reset', token)
  const data = { device: caller.device, place: deps.locateIp(caller.address) }
  const options = { withdrawResets: true, notice: { kind: 'password-reset' as const, data } }
  const changed = await deps.accounts.change(account._id, (current) => {
    if (!hasIdentity(current, ownerId)) throw new AppError('LINK_EXPIRED')
    const now = deps.now()
    const devices = onlyDevice(current, caller.browserId)
    if (current.emailConfirmedAt)
      return sessionEndingChange(current, { passwordHash, devices }, options, now)
    const change = { ...RESET_UNCONFIRMED, passwordHash, emailConfirmedAt: now }
    return sessionEndingChange(current, change, { ...options, leaveWorkspaces: true }, now)
  })
  await deps.finalizeAccountChange(changed)
}

/**
 * Clears the sign-in methods, the last workspace and the scheduled deletion, which a person who registered someone
 * else's address may have set.
 */
const RESET_UNCONFIRMED = {
  wallets: [],
  passkeys: [],
  providers: [],
  devices: [],
  recoveryCodes: [],
  app: null,
  lastWorkspaceId: null,
  deleteAt: null,
}
