/** Adding, naming and removing the passkeys of an account. */
import { MOST_PASSKEYS, type PasskeyCreated } from '@inkproof/protocol/factors'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { passkeyIdentity } from '../accounts/identities.ts'
import { type DescribeChangeDeps, describeChange } from '../events/record-change.ts'
import { type Changer, type EndSessionsDeps, ending } from '../sessions/end-sessions.ts'
import { linkWay, unlinkWay, type WayDeps } from '../ways/link-way.ts'
import { type Asked, type CheckDeps, checkCreated, spendChallenge } from './check-passkey.ts'

export type AddPasskey = { accountId: string; name: string; mark: string }

/**
 * Keeps a passkey that was made for this account.
 *
 * @throws AppError PASSKEY_REFUSED, PASSKEYS_FULL, or WAY_IN_TAKEN when another account has it.
 */
export async function addPasskey(
  deps: CheckDeps & WayDeps,
  { accountId, name, mark }: AddPasskey,
  created: PasskeyCreated,
): Promise<AccountRow> {
  const asked: Asked = { purpose: 'add', mark }
  const { challenge, subject } = await spendChallenge(deps, asked, created.response.clientDataJSON)
  if (subject !== accountId) throw new AppError('PASSKEY_REFUSED')
  const checked = await checkCreated(deps, created, challenge)
  const passkey = { ...checked, name, addedAt: deps.now(), usedAt: null }
  return linkWay(deps, accountId, passkeyIdentity(checked.id), ({ passkeys }) => {
    if (passkeys.length >= MOST_PASSKEYS) throw new AppError('PASSKEYS_FULL')
    return { passkeys: [...passkeys, passkey] }
  })
}

/** @throws AppError ALREADY_GONE when the account has no such passkey. */
export async function renamePasskey(
  { accounts }: Pick<WayDeps, 'accounts'>,
  accountId: string,
  passkeyId: string,
  name: string,
): Promise<void> {
  await accounts.change(accountId, ({ passkeys }) => {
    if (!passkeys.some(({ id }) => id === passkeyId)) throw new AppError('ALREADY_GONE')
    const named = passkeys.map((one) => (one.id === passkeyId ? { ...one, name } : one))
    return { passkeys: named }
  })
}

/** Ends all other sessions: they may have begun with it. @throws AppError ALREADY_GONE, LAST_WAY_IN */
export async function removePasskey(
  deps: WayDeps & Pick<EndSessionsDeps, 'finalizeAccountChange'> & DescribeChangeDeps,
  { session, caller }: Changer,
  passkeyId: string,
): Promise<void> {
  const { accountId, sessionId: keep } = session
  const account = await unlinkWay(deps, accountId, passkeyIdentity(passkeyId), (now) => {
    const name = now.passkeys.find(({ id }) => id === passkeyId)?.name ?? ''
    const passkeys = now.passkeys.filter(({ id }) => id !== passkeyId)
    const notice = describeChange(deps, 'way-removed', caller, { way: 'passkey', name })
    return ending(now, { passkeys }, { keep, tell: notice }, deps.now())
  })
  await deps.finalizeAccountChange(account)
}
