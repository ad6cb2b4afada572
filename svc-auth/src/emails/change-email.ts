import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { emailIdentity } from '../accounts/identities.ts'
import type { Caller } from '../callers/caller.ts'
import type { LocateIp } from '../callers/locate-ip.ts'
import type { Events } from '../events/events.ts'
import { linkIdentity } from '../sign-in-methods/link-identity.ts'
import type { LinkTokens } from '../tokens/link-tokens.ts'
import type { TokenRow } from '../tokens/tokens.model.ts'
import type { Tokens } from '../tokens/tokens.ts'

export type ChangeDeps = {
  accounts: AccountStore
  tokens: Tokens
  events: Events
  now: () => Date
  locateIp: LocateIp
} & {
  links: LinkTokens
}

const DAY_MS = 24 * 60 * 60 * 1_000
const CONFIRM_TTL_MS = DAY_MS
const UNDO_TTL_MS = 7 * DAY_MS

/** Returns the reservation of the previous address, or null if the account had no address. */
function createReservation(
  { createdAt }: TokenRow,
  from: string,
): NonNullable<AccountRow['reserved']> | null {
  if (from === '') return null
  return { email: from, until: new Date(createdAt.getTime() + UNDO_TTL_MS) }
}

/** The data stored with a change's tokens. `from` is empty if the account had no address. */
type Change = { from: string; to: string; epoch: string }

/**
 * Requests an e-mail change: the new address is mailed a confirmation link, and the current one a link that
 * cancels or undoes the change. Nothing changes until the new address is confirmed. Only a person who can read the new
 * address's mailbox learns whether another account uses that address.
 *
 * While the last change can be undone, no further change is possible; otherwise an attacker could change the address
 * twice and make the owner's undo link useless.
 *
 * Repeating a request with the same `cause` has no further effect. The confirmation link of an earlier request is
 * withdrawn after the new link is created, and only if it is not newer: a repeated call does not withdraw its own link.
 *
 * @throws AppError EMAIL_RECENTLY_CHANGED, or INVALID_INPUT if the account already has this address.
 */
export async function requestEmailChange(
  deps: ChangeDeps,
  account: AccountRow,
  { to, caller, cause }: { to: string; caller: Caller; cause: string },
): Promise<void> {
  const from = account.email ?? ''
  const ownerId = account._id
  if (emailIdentity(from) === emailIdentity(to)) throw sameAddressError()
  const undo = await deps.links.findNewest(ownerId, 'undo-email', ({ data }) => data.to === from)
  if (from !== '' && undo) throw new AppError('EMAIL_RECENTLY_CHANGED')
  const origin = { device: caller.device, place: deps.locateIp(caller.address) }
  const data = { from, to, epoch: String(account.epoch), ...origin }
  if (from !== '') {
    const mail = { ttlMs: UNDO_TTL_MS, mailTo: from }
    await deps.tokens.create({ kind: 'undo-email', ownerId, data, ...mail, cause })
  }
  const created = await deps.tokens.create({
    kind: 'change-email',
    ownerId,
    data,
    ttlMs: CONFIRM_TTL_MS,
    mailTo: to,
    cause,
  })
  await deps.tokens.withdrawEarlier(created)
}

function sameAddressError(): AppError {
  const issues = [{ path: 'email', message: 'your account already has this address' }]
  return new AppError('INVALID_INPUT', { issues })
}

/** Cancels a change that has not been confirmed yet. */
export async function withdrawChange(
  { tokens }: { tokens: Tokens },
  accountId: string,
): Promise<void> {
  await tokens.withdraw('change-email', accountId)
}

/**
 * Sets the account's new, confirmed address. The same write reserves the previous one while the change can be
 * undone, so no other account can take it (sign-in-methods/identities.ts `hasOrReservesIdentity`).
 *
 * @throws AppError EMAIL_TAKEN, or LINK_EXPIRED if the address has changed or all sessions were ended since the
 * request, for example by a new password or an undo.
 */
export async function changeEmail(deps: ChangeDeps, token: TokenRow): Promise<void> {
  const { from, to, epoch } = token.data as Change
  const emailConfirmedAt = deps.now()
  try {
    await linkIdentity(deps, token.ownerId, emailIdentity(to), (account) => {
      if ((account.email ?? '') !== from || String(account.epoch) !== epoch)
        throw new AppError('LINK_EXPIRED')
      return { email: to, emailConfirmedAt, reserved: createReservation(token, from) }
    })
  } catch (error) {
    throw toEmailTakenError(error)
  }
  await deps.events.record({
    accountId: token.ownerId,
    kind: 'email-changed',
    cause: token._id,
    data: { from, to },
    mailTo: to,
  })
}

/** Converts SIGN_IN_METHOD_TAKEN to EMAIL_TAKEN; returns other errors unchanged. */
export function toEmailTakenError(error: unknown): unknown {
  const isTaken = error instanceof AppError && error.code === 'SIGN_IN_METHOD_TAKEN'
  return isTaken ? new AppError('EMAIL_TAKEN', {}, { cause: error }) : error
}
