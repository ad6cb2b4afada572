import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { emailIdentity } from '../accounts/identities.ts'
import type { Events } from '../events/events.ts'
import { sessionEndingChange } from '../sessions/end-sessions.ts'
import type { FinalizeAccountChange } from '../sessions/finalize-account-change.ts'
import { claimIdentity } from '../sign-in-methods/link-identity.ts'
import type { TokenRow } from '../tokens/tokens.model.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { toEmailTakenError, withdrawChange } from './change-email.ts'

export type UndoDeps = {
  accounts: AccountStore
  finalizeAccountChange: FinalizeAccountChange
  tokens: Tokens
  events: Events
  now: () => Date
}

/**
 * Cancels or reverts an e-mail change: the account's previous address is restored, and all its sessions end. Ending
 * them increments the account's epoch, which also invalidates the confirmation link of the change, even if that link is
 * being used concurrently.
 *
 * @throws AppError LINK_EXPIRED if the account's address is now neither the previous nor the new one; EMAIL_TAKEN if
 * another account has the previous address.
 */
export async function undoEmail(deps: UndoDeps, token: TokenRow): Promise<void> {
  const { ownerId } = token
  const { from, to } = token.data as { from: string; to: string }
  await deps.finalizeAccountChange(await revertEmail(deps, ownerId, { from, to }))
  await withdrawChange(deps, ownerId)
  if (emailIdentity(to) !== emailIdentity(from))
    await deps.accounts.removeIdentity(emailIdentity(to), ownerId)
  await deps.events.record({
    accountId: ownerId,
    kind: 'email-changed',
    cause: `undone.${token._id}`,
    data: { from: to, to: from, undone: 'yes' },
    mailTo: from,
  })
}

async function revertEmail(
  deps: UndoDeps,
  ownerId: string,
  { from, to }: { from: string; to: string },
): Promise<AccountRow> {
  const now = deps.now()
  try {
    return await claimIdentity(deps, ownerId, emailIdentity(from), (account) => {
      if (account.email !== from && account.email !== to) throw new AppError('LINK_EXPIRED')
      return sessionEndingChange(
        account,
        { email: from, emailConfirmedAt: now, reserved: null },
        {},
        now,
      )
    })
  } catch (error) {
    throw toEmailTakenError(error)
  }
}
