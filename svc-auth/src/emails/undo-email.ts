import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { emailIdentity } from '../accounts/identities.model.ts'
import type { Kit } from '../kit.ts'
import { changeAndEndSessions } from '../sessions/end-sessions.ts'
import type { TokenRow } from '../tokens/tokens.model.ts'
import { callOff } from './change-email.ts'

export type UndoDeps = Pick<Kit, 'accounts' | 'sessions' | 'tokens' | 'events' | 'now'>

/**
 * Stops a change of address, or takes it back, for the reader of the address before: the account has that
 * one, and every session is ended. The epoch it raises voids the link of the change, also one that is
 * being used at this moment.
 *
 * @throws AppError EMAIL_TAKEN when the address leads to another account by now, LINK_EXPIRED when the
 *   account has a third one.
 */
export async function undoEmail(deps: UndoDeps, token: TokenRow): Promise<void> {
  const { ownerId } = token
  const { from, to } = token.data as { from: string; to: string }
  const holder = await deps.accounts.claimIdentity(emailIdentity(from), ownerId, deps.now())
  if (holder !== ownerId) throw new AppError('EMAIL_TAKEN')
  await changeAndEndSessions(deps, ownerId, (account) => takenBack(account, from, to, deps.now()))
  await callOff(deps, ownerId)
  if (emailIdentity(to) !== emailIdentity(from))
    await deps.accounts.removeIdentity(emailIdentity(to), ownerId)
  await deps.events.record({
    ...{ accountId: ownerId, kind: 'email-changed', cause: `undone.${token._id}` },
    ...{ data: { from: to, to: from, undone: 'yes' }, mailTo: from },
  })
}

function takenBack(account: AccountRow, from: string, to: string, now: Date) {
  if (account.email !== from && account.email !== to) throw new AppError('LINK_EXPIRED')
  return { email: from, emailConfirmedAt: now }
}
