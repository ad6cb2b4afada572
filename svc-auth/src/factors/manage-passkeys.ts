/** Adds, renames and removes the passkeys of an account. */
import { MAX_PASSKEYS, type PasskeyRegistration } from '@inkproof/protocol/factors'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { passkeyIdentity } from '../accounts/identities.ts'
import { type DescribeChangeDeps, describeChange } from '../events/record-change.ts'
import {
  type EndSessionsDeps,
  type SessionContext,
  sessionEndingChange,
} from '../sessions/end-sessions.ts'
import {
  type LinkIdentityDeps,
  linkIdentity,
  unlinkIdentity,
} from '../sign-in-methods/link-identity.ts'
import {
  type ChallengeContext,
  type CheckDeps,
  consumeChallenge,
  verifyNewPasskey,
} from './check-passkey.ts'

export type PasskeyAddition = { accountId: string; name: string; browserId: string }

/**
 * Adds a passkey that was created for this account.
 *
 * @throws AppError PASSKEY_REFUSED, TOO_MANY_PASSKEYS, or SIGN_IN_METHOD_TAKEN if it belongs to another account.
 */
export async function addPasskey(
  deps: CheckDeps & LinkIdentityDeps,
  { accountId, name, browserId }: PasskeyAddition,
  registration: PasskeyRegistration,
): Promise<AccountRow> {
  const context: ChallengeContext = { purpose: 'add', browserId }
  const { challenge, subject } = await consumeChallenge(
    deps,
    context,
    registration.response.clientDataJSON,
  )
  if (subject !== accountId) throw new AppError('PASSKEY_REFUSED')
  const verified = await verifyNewPasskey(deps, registration, challenge)
  const passkey = { ...verified, name, addedAt: deps.now(), usedAt: null }
  return linkIdentity(deps, accountId, passkeyIdentity(verified.id), ({ passkeys }) => {
    if (passkeys.length >= MAX_PASSKEYS) throw new AppError('TOO_MANY_PASSKEYS')
    return { passkeys: [...passkeys, passkey] }
  })
}

/** @throws AppError ITEM_NOT_FOUND if the account has no such passkey. */
export async function renamePasskey(
  { accounts }: Pick<LinkIdentityDeps, 'accounts'>,
  accountId: string,
  passkeyId: string,
  name: string,
): Promise<void> {
  await accounts.change(accountId, ({ passkeys }) => {
    if (!passkeys.some(({ id }) => id === passkeyId)) throw new AppError('ITEM_NOT_FOUND')
    const renamed = passkeys.map((passkey) =>
      passkey.id === passkeyId ? { ...passkey, name } : passkey,
    )
    return { passkeys: renamed }
  })
}

/**
 * Removes a passkey and ends all other sessions, which may have been started with it.
 *
 * @throws AppError ITEM_NOT_FOUND, LAST_SIGN_IN_METHOD
 */
export async function removePasskey(
  deps: LinkIdentityDeps & Pick<EndSessionsDeps, 'finalizeAccountChange'> & DescribeChangeDeps,
  { session, caller }: SessionContext,
  passkeyId: string,
): Promise<void> {
  const { accountId, sessionId: keep } = session
  const updated = await unlinkIdentity(deps, accountId, passkeyIdentity(passkeyId), (account) => {
    const name = account.passkeys.find(({ id }) => id === passkeyId)?.name ?? ''
    const passkeys = account.passkeys.filter(({ id }) => id !== passkeyId)
    const notice = describeChange(deps, 'way-removed', caller, { way: 'passkey', name })
    return sessionEndingChange(account, { passkeys }, { keep, notice }, deps.now())
  })
  await deps.finalizeAccountChange(updated)
}
