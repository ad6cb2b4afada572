import type { PasskeyAssertion } from '@inkproof/protocol/factors'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { passkeyIdentity } from '../accounts/identities.ts'
import {
  type ChallengeContext,
  type CheckDeps,
  consumeChallenge,
  verifyPasskeyUse,
} from './check-passkey.ts'

export type UsePasskeyDeps = CheckDeps & { accounts: AccountStore; now: () => Date }

/** An id that no account has. */
const NO_ACCOUNT_ID = 'nobody'

/**
 * Verifies a response by a passkey and records its use. Returns the passkey's account and the challenge's subject.
 *
 * @throws AppError PASSKEY_UNKNOWN if no account has the passkey, PASSKEY_REFUSED if the response is not valid.
 */
export async function usePasskey(
  deps: UsePasskeyDeps,
  context: ChallengeContext,
  assertion: PasskeyAssertion,
): Promise<{ account: AccountRow; subject: string }> {
  const { challenge, subject } = await consumeChallenge(
    deps,
    context,
    assertion.response.clientDataJSON,
  )
  const accountId = await deps.accounts.findAccountId(passkeyIdentity(assertion.id))
  const account = await deps.accounts.find(accountId ?? NO_ACCOUNT_ID)
  const passkey = account?.passkeys.find(({ id }) => id === assertion.id)
  if (!account || !passkey) throw new AppError('PASSKEY_UNKNOWN')
  requireMatchingHandle(assertion, account._id)
  const counter = await verifyPasskeyUse(deps, assertion, challenge, passkey)
  return { account: await recordUse(deps, account._id, assertion.id, counter), subject }
}

/** The user handle returned by the authenticator must match our account (WebAuthn 3, §7.2 step 6). */
function requireMatchingHandle(
  { response: { userHandle } }: PasskeyAssertion,
  accountId: string,
): void {
  if (!userHandle) return
  const handle = Buffer.from(userHandle, 'base64url').toString('utf8')
  if (handle !== accountId) throw new AppError('PASSKEY_REFUSED')
}

/**
 * Records the use of a passkey. A counter that does not increase indicates a cloned authenticator (WebAuthn 3,
 * §6.1.1). The counters are compared within the change, so that only one of two concurrent uses with the same counter
 * succeeds. Synced passkeys always report zero.
 */
function recordUse(
  { accounts, now }: UsePasskeyDeps,
  accountId: string,
  passkeyId: string,
  counter: number,
): Promise<AccountRow> {
  return accounts.change(accountId, ({ passkeys }) => {
    const passkey = passkeys.find(({ id }) => id === passkeyId)
    if (!passkey) throw new AppError('PASSKEY_UNKNOWN')
    const isCounting = counter > 0 || passkey.counter > 0
    if (isCounting && counter <= passkey.counter) throw new AppError('PASSKEY_REFUSED')
    const updated = { ...passkey, counter, usedAt: now() }
    const all = passkeys.map((other) => (other.id === passkeyId ? updated : other))
    return { passkeys: all }
  })
}
