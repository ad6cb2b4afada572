/** Creates accounts with a passkey and no password. */
import { type PasskeyCreated, PasskeySignUp } from '@inkproof/protocol/factors'
import { AppError } from '@inkproof/service-kit/app-error'
import * as z from 'zod/mini'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { type CreateAccountDeps, createAccount } from '../accounts/create-account.ts'
import { emailIdentity, passkeyIdentity } from '../accounts/identities.ts'
import { findHolderOrReserver } from '../sign-in-methods/find-holder.ts'
import { linkIdentity } from '../sign-in-methods/link-identity.ts'
import { type CheckDeps, checkCreated, spendChallenge } from './check-passkey.ts'
import { passkeyOwner } from './passkey-owner.ts'
import type { PasskeyOwner } from './relying-party.ts'

const Given = z.omit(PasskeySignUp, { turnstileToken: true })

export type SignUpDeps = CheckDeps & CreateAccountDeps

/** The owner of the new passkey, as shown by the person's device. The account's id is chosen here. */
export async function planSignUp(
  deps: Pick<SignUpDeps, 'accounts' | 'newId' | 'now'>,
  { email, firstName, lastName }: PasskeySignUp,
): Promise<{ owner: PasskeyOwner; subject: string }> {
  const isTaken = email !== undefined && (await findHolderOrReserver(deps, emailIdentity(email)))
  if (isTaken) throw new AppError('EMAIL_TAKEN')
  const handle = deps.newId()
  const given = { email, firstName, lastName }
  return { owner: passkeyOwner(handle, given), subject: JSON.stringify({ handle, given }) }
}

/**
 * Creates the account.
 *
 * @throws AppError PASSKEY_REFUSED, EMAIL_TAKEN, or WAY_IN_TAKEN if an account has this passkey.
 */
export async function signUpWithPasskey(
  deps: SignUpDeps,
  { browserId, device }: { browserId: string; device: string },
  created: PasskeyCreated,
): Promise<AccountRow> {
  const asked = { purpose: 'sign-up', browserId } as const
  const { challenge, subject } = await spendChallenge(deps, asked, created.response.clientDataJSON)
  const { handle, given } = JSON.parse(subject)
  const { email, firstName = null, lastName = null } = Given.parse(given)
  const checked = await checkCreated(deps, created, challenge)
  const passkey = { ...checked, name: device, addedAt: deps.now(), usedAt: null }
  const passkeys = [passkey]
  const identity = passkeyIdentity(checked.id)
  const fields = { firstName, lastName, passkeys }
  const account = await createAccount(deps, identity, fields, handle)
  if (!account) throw new AppError('WAY_IN_TAKEN')
  return email === undefined ? account : addEmail(deps, account, identity, email)
}

/** The address was free when the passkey was requested. If it no longer is, the account is deleted again. */
async function addEmail(
  deps: SignUpDeps,
  account: AccountRow,
  identity: string,
  email: string,
): Promise<AccountRow> {
  try {
    return await linkIdentity(deps, account._id, emailIdentity(email), () => ({ email }))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'WAY_IN_TAKEN') throw error
    await deps.accounts.remove(account._id)
    await deps.accounts.removeIdentity(identity, account._id)
    throw new AppError('EMAIL_TAKEN')
  }
}
