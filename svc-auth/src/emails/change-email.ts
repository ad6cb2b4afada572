import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { emailIdentity } from '../accounts/identities.ts'
import type { Caller } from '../callers/caller.ts'
import type { LocateIp } from '../callers/locate-ip.ts'
import type { Events } from '../events/events.ts'
import type { LinkTokens } from '../tokens/link-tokens.ts'
import type { TokenRow } from '../tokens/tokens.model.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { linkWay } from '../ways/link-way.ts'

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
const CONFIRM_WITHIN_MS = DAY_MS
const UNDO_WITHIN_MS = 7 * DAY_MS

/** An account that had no address keeps none. */
function reservedBy(
  { createdAt }: TokenRow,
  from: string,
): NonNullable<AccountRow['reserved']> | null {
  if (from === '') return null
  return { email: from, until: new Date(createdAt.getTime() + UNDO_WITHIN_MS) }
}

/** What the tokens of a change carry: an address that is not there is empty. */
type Change = { from: string; to: string; epoch: string }

/**
 * Asks for another address: its link goes there, and the address so far is told at once with a link that
 * stops or undoes it. Until the new one is confirmed nothing changes, so nothing is said about whether
 * somebody else has it: only its reader learns that.
 *
 * After a change the account keeps its address for as long as the one before can undo it; else a thief
 * could change twice, and the owner's link would lead nowhere.
 *
 * @throws AppError EMAIL_CHANGED_LATELY, or INVALID_INPUT when it is the address the account has.
 */
export async function askChange(
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
  await callOff(deps, ownerId)
  const where = { device: caller.device, place: deps.locateIp(caller.address) }
  const data = { from, to, epoch: String(account.epoch), ...where }
  if (from !== '') {
    const mail = { lastsMs: UNDO_WITHIN_MS, mailTo: from }
    await deps.tokens.make({ kind: 'undo-email', ownerId, data, ...mail })
  }
  await deps.tokens.make({
    kind: 'change-email',
    ownerId,
    data,
    lastsMs: CONFIRM_WITHIN_MS,
    mailTo: to,
  })
}

function sameAddress(): AppError {
  const issues = [{ path: 'email', message: 'your account has this address already' }]
  return new AppError('INVALID_INPUT', { issues })
}

/** Calls a change off that nobody has confirmed. */
export async function callOff({ tokens }: { tokens: Tokens }, accountId: string): Promise<void> {
  await tokens.withdraw('change-email', accountId)
}

/**
 * Gives the account its new address, now confirmed. The one before stays reserved in the same write, as long
 * as this can be undone: nobody takes it meanwhile, whatever way they come (ways.ts `keepsIdentity`).
 *
 * @throws AppError EMAIL_TAKEN, or LINK_EXPIRED when the account has changed since: another address, or
 *   its sessions were ended, as by a new password or an undo.
 */
export async function changeEmail(deps: ChangeDeps, token: TokenRow): Promise<void> {
  const { from, to, epoch } = token.data as Change
  const emailConfirmedAt = deps.now()
  try {
    await linkWay(deps, token.ownerId, emailIdentity(to), (account) => {
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

/** A way that is taken, said of an address. */
export function emailTaken(error: unknown): unknown {
  const isTaken = error instanceof AppError && error.code === 'WAY_IN_TAKEN'
  return isTaken ? new AppError('EMAIL_TAKEN', {}, { cause: error }) : error
}
