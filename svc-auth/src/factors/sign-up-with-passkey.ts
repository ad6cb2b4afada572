/** Creates accounts with a passkey and no password. */
import { type PasskeyRegistration, PasskeySignUp } from '@inkproof/protocol/factors'
import { AppError } from '@inkproof/service-kit/app-error'
import * as z from 'zod/mini'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { type CreateAccountDeps, createAccount } from '../accounts/create-account.ts'
import { emailIdentity, passkeyIdentity } from '../accounts/identities.ts'
import { findAccountByIdentityOrReservation } from '../sign-in-methods/find-account-by-identity.ts'
import { linkIdentity } from '../sign-in-methods/link-identity.ts'
import { type CheckDeps, consumeChallenge, verifyNewPasskey } from './check-passkey.ts'
import { toPasskeyOwner } from './passkey-owner.ts'
import type { PasskeyOwner } from './relying-party.ts'

const Profile = z.omit(PasskeySignUp, { turnstileToken: true })

export type SignUpDeps = CheckDeps & CreateAccountDeps

/**
 * Chooses the new account's id. Returns the passkey's owner, and the challenge's subject: the id, the profile, and
 * whether a human verification was solved.
 *
 * @throws AppError EMAIL_TAKEN
 */
export async function planSignUp(
  deps: Pick<SignUpDeps, 'accounts' | 'newId' | 'now'>,
  { email, firstName, lastName }: PasskeySignUp,
  isHuman: boolean,
): Promise<{ owner: PasskeyOwner; subject: string }> {
  const isTaken =
    email !== undefined && (await findAccountByIdentityOrReservation(deps, emailIdentity(email)))
  if (isTaken) throw new AppError('EMAIL_TAKEN')
  const handle = deps.newId()
  const profile = { email, firstName, lastName }
  return {
    owner: toPasskeyOwner(handle, profile),
    subject: JSON.stringify({ handle, given: profile, isHuman }),
  }
}

/**
 * Creates the account with the id and the profile that were stored with the challenge.
 *
 * @throws AppError PASSKEY_REFUSED, EMAIL_TAKEN, or SIGN_IN_METHOD_TAKEN if an account already has this passkey.
 */
export async function signUpWithPasskey(
  deps: SignUpDeps,
  { browserId, device }: { browserId: string; device: string },
  registration: PasskeyRegistration,
): Promise<AccountRow> {
  const context = { purpose: 'sign-up', browserId } as const
  const { challenge, subject } = await consumeChallenge(
    deps,
    context,
    registration.response.clientDataJSON,
  )
  const { handle, given, isHuman = false } = JSON.parse(subject)
  const { email, firstName = null, lastName = null } = Profile.parse(given)
  const verified = await verifyNewPasskey(deps, registration, challenge)
  const passkey = { ...verified, name: device, addedAt: deps.now(), usedAt: null }
  const passkeys = [passkey]
  const identity = passkeyIdentity(verified.id)
  const humanVerifiedAt = isHuman ? deps.now() : null
  const fields = { firstName, lastName, passkeys, humanVerifiedAt }
  const account = await createAccount(deps, identity, fields, handle)
  if (!account) throw new AppError('SIGN_IN_METHOD_TAKEN')
  return email === undefined ? account : addEmail(deps, account, identity, email)
}

/** Adds the address to the new account. If it has been taken since the options were requested, deletes the account. */
async function addEmail(
  deps: SignUpDeps,
  account: AccountRow,
  identity: string,
  email: string,
): Promise<AccountRow> {
  try {
    return await linkIdentity(deps, account._id, emailIdentity(email), () => ({ email }))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'SIGN_IN_METHOD_TAKEN') throw error
    await deps.accounts.remove(account._id)
    await deps.accounts.removeIdentity(identity, account._id)
    throw new AppError('EMAIL_TAKEN')
  }
}
