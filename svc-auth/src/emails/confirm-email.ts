import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { Events } from '../events/events.ts'
import type { TokenRow } from '../tokens/tokens.model.ts'
import type { Tokens } from '../tokens/tokens.ts'

export type ConfirmDeps = {
  accounts: AccountStore
  tokens: Tokens
  events: Events
  now: () => Date
}

const LINK_TTL_MS = 7 * 24 * 60 * 60 * 1_000

/**
 * Mails the link that confirms an account's address. Does nothing if the account has no address, the address is already
 * confirmed, or the link was already mailed for the same `cause`.
 */
export async function requestConfirmation(
  { tokens }: { tokens: Tokens },
  account: Pick<AccountRow, '_id' | 'email' | 'emailConfirmedAt'>,
  cause?: string,
): Promise<void> {
  const { _id: ownerId, email, emailConfirmedAt } = account
  if (!email || emailConfirmedAt) return
  await tokens.create({
    kind: 'confirm-email',
    ownerId,
    data: { email },
    ttlMs: LINK_TTL_MS,
    mailTo: email,
    cause,
  })
}

/**
 * Confirms the address a link was sent to. An interrupted call can be repeated, because the link is used only after
 * the account has changed.
 *
 * @throws AppError LINK_EXPIRED if the account's address has changed since the link was sent.
 */
export async function confirmEmail(deps: ConfirmDeps, token: TokenRow): Promise<void> {
  const { email } = token.data as { email: string }
  await deps.accounts.change(token.ownerId, (account) => {
    if (account.email !== email) throw new AppError('LINK_EXPIRED')
    return account.emailConfirmedAt ? {} : { emailConfirmedAt: deps.now() }
  })
  await deps.events.record({
    accountId: token.ownerId,
    kind: 'email-confirmed',
    data: { email },
    cause: email,
  })
}
