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

/** An account without an address reserves none. */
function reservedBy(
  { createdAt }: TokenRow,
  from: string,
): NonNullable<AccountRow['reserved']> | null {
  if (from === '') return null
  return { email: from, until: new Date(createdAt.getTime() + UNDO_TTL_MS) }
}

/** Data of a change's tokens; a missing address is empty. */
type Change = { from: string; to: string; epoch: string }

/**
 * Requests a change of address: the new address is mailed a confirmation link, and the current one a link that
 * stops or undoes the change. Nothing changes until the new address is confirmed, and nothing reveals whether
 * another account uses it: only the reader of that mailbox finds out.
 *
 * After a change no further one is possible while the previous address can undo it; otherwise a thief could change
 * twice and make the owner's link useless.
 *
 * @throws AppError EMAIL_CHANGED_LATELY, or INVALID_INPUT if the account already has this address.
 */
export async function requestEmailChange(
  deps: ChangeDeps,
  account: AccountRow,
  to: string,
  caller: Caller,
): Promise<void> {
  const from = account.email ?? ''
  const ownerId = account._id
  if (emailIdentity(from) === emailIdentity(to)) throw sameAddress()
  const undo = await deps.links.newest(ownerId, 'undo-email', ({ data }) => data.to === from)
  if (from !== '' && undo) throw new AppError('EMAIL_CHANGED_LATELY')
  await withdrawChange(deps, ownerId)
  const where = { device: caller.device, place: deps.locateIp(caller.address) }
  const data = { from, to, epoch: String(account.epoch), ...where }
  if (from !== '') {
    const mail = { ttlMs: UNDO_TTL_MS, mailTo: from }
    await deps.tokens.make({ kind: 'undo-email', ownerId, data, ...mail })
  }
  await deps.tokens.make({
    kind: 'change-email',
    ownerId,
    data,
    ttlMs: CONFIRM_TTL_MS,
    mailTo: to,
  })
}

function sameAddress(): AppError {
  const issues = [{ path: 'email', message: 'your account has this address already' }]
  return new AppError('INVALID_INPUT', { issues })
}

/** Withdraws a change that was not confirmed yet. */
export async function withdrawChange(
  { tokens }: { tokens: Tokens },
  accountId: string,
): Promise<void> {
  await tokens.withdraw('change-email', accountId)
}

/**
 * Sets the account's new, confirmed address. The previous one is reserved in the same write while the change can be
 * undone, so no other account can take it (sign-in-methods/identities.ts `holdsIdentity`).
 *
 * @throws AppError EMAIL_TAKEN, or LINK_EXPIRED if the account has changed since: another address, or all sessions
 * were ended, for example by a new password or an undo.
 */
export async function changeEmail(deps: ChangeDeps, token: TokenRow): Promise<void> {
  const { from, to, epoch } = token.data as Change
  const emailConfirmedAt = deps.now()
  try {
    await linkIdentity(deps, token.ownerId, emailIdentity(to), (account) => {
      if ((account.email ?? '') !== from || String(account.epoch) !== epoch)
        throw new AppError('LINK_EXPIRED')
      return { email: to, emailConfirmedAt, reserved: reservedBy(token, from) }
    })
  } catch (error) {
    throw emailTaken(error)
  }
  await deps.events.record({
    accountId: token.ownerId,
    kind: 'email-changed',
    cause: token._id,
    data: { from, to },
    mailTo: to,
  })
}

/** Rethrows a taken identity as a taken address. */
export function emailTaken(error: unknown): unknown {
  const isTaken = error instanceof AppError && error.code === 'WAY_IN_TAKEN'
  return isTaken ? new AppError('EMAIL_TAKEN', {}, { cause: error }) : error
}
