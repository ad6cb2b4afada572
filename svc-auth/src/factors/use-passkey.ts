import type { PasskeyUsed } from '@inkproof/protocol/factors'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { passkeyIdentity } from '../accounts/identities.ts'
import { type Asked, type CheckDeps, checkUsed, spendChallenge } from './check-passkey.ts'

export type UsePasskeyDeps = CheckDeps & { accounts: AccountStore; now: () => Date }

/** No account has this id. */
const NOBODY = 'nobody'

/**
 * Finds the account of a passkey and updates its counter. Returns the account and the challenge's subject.
 *
 * @throws AppError PASSKEY_UNKNOWN if no account lists it, PASSKEY_REFUSED for anything else wrong with it.
 */
export async function usePasskey(
  deps: UsePasskeyDeps,
  asked: Asked,
  used: PasskeyUsed,
): Promise<{ account: AccountRow; subject: string }> {
  const { challenge, subject } = await spendChallenge(deps, asked, used.response.clientDataJSON)
  const accountId = await deps.accounts.findIdentity(passkeyIdentity(used.id))
  const account = await deps.accounts.find(accountId ?? NOBODY)
  const passkey = account?.passkeys.find(({ id }) => id === used.id)
  if (!account || !passkey) throw new AppError('PASSKEY_UNKNOWN')
  refuseOtherHandle(used, account._id)
  const counter = await checkUsed(deps, used, challenge, passkey)
  return { account: await countUse(deps, account._id, used.id, counter), subject }
}

/** The user handle returned by the authenticator must match our account (WebAuthn 3, §7.2 step 6). */
function refuseOtherHandle({ response: { userHandle } }: PasskeyUsed, accountId: string): void {
  if (!userHandle) return
  const handle = Buffer.from(userHandle, 'base64url').toString('utf8')
  if (handle !== accountId) throw new AppError('PASSKEY_REFUSED')
}

/**
 * A counter that does not increase indicates a cloned authenticator (WebAuthn 3, §6.1.1). It is compared in the
 * change itself, so that of two uses with the same count one fails. Synchronised passkeys report zero.
 */
function countUse(
  { accounts, now }: UsePasskeyDeps,
  accountId: string,
  passkeyId: string,
  counter: number,
): Promise<AccountRow> {
  return accounts.change(accountId, ({ passkeys }) => {
    const held = passkeys.find(({ id }) => id === passkeyId)
    if (!held) throw new AppError('PASSKEY_UNKNOWN')
    const isCounting = counter > 0 || held.counter > 0
    if (isCounting && counter <= held.counter) throw new AppError('PASSKEY_REFUSED')
    const used = { ...held, counter, usedAt: now() }
    const all = passkeys.map((passkey) => (passkey.id === passkeyId ? used : passkey))
    return { passkeys: all }
  })
}
