import type {
  FactorMethod,
  SecondFactorNeeded,
  SignedIn,
  SignInMethod,
} from '@inkproof/protocol/auth'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { toUser } from '../accounts/to-user.ts'
import { isVerifiedPerson } from '../accounts/verified-person.ts'
import type { Caller } from '../callers/caller.ts'
import type { Events } from '../events/events.ts'
import type { Membership, Sessions } from '../session-store/session-store.ts'
import { type StartSessionDeps, startSession } from './start-session.ts'

export type SignInDeps = Pick<StartSessionDeps, 'sign' | 'newId' | 'now'> & {
  accounts: AccountStore
  sessions: Sessions
  events: Events
  locateIp: (address: string) => string
  /** Returns the workspace in which the session starts, and the user's role there. */
  membershipFor: (account: AccountRow) => Promise<Membership>
  /** Updates a new session to the user's current role in its workspace. Returns the current membership. */
  syncSessionRole: (
    account: AccountRow,
    sessionId: string,
    membership: Membership,
  ) => Promise<Membership>
  /** Stores a sign-in whose first factor was verified, for a few minutes and for this browser only. */
  storePending: (pending: PendingSignIn) => Promise<{ id: string; expiresAt: Date }>
}

/** A sign-in that still requires the second factor, as stored: `way` is its method, `mark` the id of its browser. */
export type PendingSignIn = { accountId: string; epoch: number; way: SignInMethod; mark: string }

/** A sign-in whose first factor was verified. */
export type SignIn = {
  account: AccountRow
  method: SignInMethod
  caller: Caller
  /** Whether the account was created in this call; then its first device is not reported. */
  isNew?: boolean
  /** Whether the second factor was verified. */
  hasSecondFactor?: boolean
}

const MAX_DEVICES = 20

/**
 * The last step of every sign-in: requires the second factor if the account has one, starts the session, and notifies
 * the owner of a new device.
 *
 * A passkey verifies the user by finger, face or PIN, so it counts as both factors.
 *
 * @throws AppError SESSION_ENDED if the account's sessions were ended, or its deletion started, during the sign-in.
 */
export async function completeSignIn(
  deps: SignInDeps,
  signIn: SignIn,
): Promise<SignedIn | SecondFactorNeeded> {
  const { account, method, caller } = signIn
  if (account.app?.confirmedAt && method !== 'passkey' && !signIn.hasSecondFactor) {
    const { _id: accountId, epoch } = account
    const pending = await deps.storePending({
      accountId,
      epoch,
      way: method,
      mark: caller.browserId,
    })
    const expiresAt = pending.expiresAt.toISOString()
    return { secondFactor: { id: pending.id, methods: availableMethods(account), expiresAt } }
  }
  const place = deps.locateIp(caller.address)
  const membership = await deps.membershipFor(account)
  const { sessionId, token } = await startSession(
    { ...deps, put: deps.sessions.put },
    {
      accountId: account._id,
      epoch: account.epoch,
      ...membership,
      isVerifiedPerson: isVerifiedPerson(account),
      way: method,
      device: caller.device,
      address: caller.address,
      place,
    },
  )
  await requireCurrentEpoch(deps, account, sessionId)
  const synced = await deps.syncSessionRole(account, sessionId, membership)
  await recordDevice(deps, signIn, place)
  return { user: toUser(account, synced), token }
}

function availableMethods(account: AccountRow): FactorMethod[] {
  return [
    'app',
    ...(account.recoveryCodes.length > 0 ? (['recovery'] as const) : []),
    ...(account.passkeys.length > 0 ? (['passkey'] as const) : []),
  ]
}

/**
 * A password change increments the epoch and then ends all sessions. A sign-in that began before the change could write
 * its session after that, so the epoch is read again once the session is written. The same applies to a deletion.
 */
async function requireCurrentEpoch(
  { accounts, sessions }: SignInDeps,
  account: AccountRow,
  sessionId: string,
): Promise<void> {
  const current = await accounts.find(account._id)
  const session = { accountId: account._id, sessionId }
  if (current?.epoch !== account.epoch || current.goneAt) {
    await sessions.remove(session)
    throw new AppError('SESSION_ENDED')
  }
  // For the same reason: its address may have been confirmed before the session was written.
  if (isVerifiedPerson(current) && !isVerifiedPerson(account))
    await sessions.update(session, { isVerifiedPerson: true })
}

/** Reports a new device and stores it. The event's cause is the browser, so the device is reported only once. */
async function recordDevice(
  deps: SignInDeps,
  { account, caller, method, isNew = false }: SignIn,
  place: string,
): Promise<void> {
  if (account.devices.some(({ mark }) => mark === caller.browserId)) return
  if (!isNew) {
    await deps.events.record({
      accountId: account._id,
      kind: 'new-device',
      cause: caller.browserId,
      data: { device: caller.device, place, address: caller.address, way: method },
      mailTo: account.email ?? null,
    })
  }
  const device = { mark: caller.browserId, label: caller.device, firstAt: deps.now() }
  await deps.accounts.change(account._id, ({ devices }) =>
    devices.some(({ mark }) => mark === caller.browserId)
      ? {}
      : { devices: [...devices, device].slice(-MAX_DEVICES) },
  )
}
