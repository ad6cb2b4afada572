import type { PersonVerification } from '@inkproof/protocol/verification'
import type { Session } from '@inkproof/service-kit/auth'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { requireAccount } from '../accounts/require-account.ts'
import { isVerifiedPerson, recordHumanVerification } from '../accounts/verified-person.ts'
import type { Caller } from '../callers/caller.ts'
import type { Verification } from '../captcha/verification.ts'
import type { Sessions } from '../session-store/session-store.ts'

export type VerifyPersonDeps = {
  accounts: AccountStore
  sessions: Pick<Sessions, 'updateAll'>
  captcha: Pick<Verification, 'isAvailable' | 'require'>
  now: () => Date
}

type OwnSession = Pick<Session, 'accountId' | 'isVerifiedPerson'>

/**
 * Returns whether the session's account is verified. If it is, but the session does not say so, its sessions
 * are updated: they may have been started by an earlier release, or before the account accepted an invitation.
 */
export async function showVerification(
  deps: VerifyPersonDeps,
  session: OwnSession,
): Promise<PersonVerification> {
  return describe(deps, session, await requireAccount(deps.accounts, session.accountId))
}

/** Verifies the session's account. @throws AppError VERIFICATION_FAILED, UNAVAILABLE */
export async function verifyPerson(
  deps: VerifyPersonDeps,
  session: OwnSession,
  token: string,
  caller: Caller,
): Promise<PersonVerification> {
  const account = await requireAccount(deps.accounts, session.accountId)
  if (isVerifiedPerson(account)) return describe(deps, session, account)
  await deps.captcha.require(token, caller)
  return describe(deps, session, await recordHumanVerification(deps, account))
}

async function describe(
  { sessions, captcha }: VerifyPersonDeps,
  session: OwnSession,
  account: AccountRow,
): Promise<PersonVerification> {
  const isVerified = isVerifiedPerson(account)
  if (isVerified && !session.isVerifiedPerson)
    await sessions.updateAll(account._id, { isVerifiedPerson: true })
  return { isVerified, canSolve: captcha.isAvailable, email: account.email ?? null }
}
