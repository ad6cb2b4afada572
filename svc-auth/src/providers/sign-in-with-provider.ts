import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { type CreateAccountDeps, createAccount } from '../accounts/create-account.ts'
import { emailIdentity, providerIdentity } from '../accounts/identities.ts'
import {
  findAccountByIdentity,
  findAccountByIdentityOrReservation,
} from '../sign-in-methods/find-account-by-identity.ts'
import { deleteUnlistedIdentity, linkIdentity } from '../sign-in-methods/link-identity.ts'
import type { Person } from './openid.ts'

export type SignInWithProviderDeps = CreateAccountDeps & {
  /** The provider's display name, stored with the linked account. */
  name: string
}

/**
 * Returns the account to which the person's provider account is linked. Creates an account if there is none.
 *
 * The new account gets the person's e-mail address, as confirmed, only if the provider has verified it. If another
 * account has the address, the sign-in is refused rather than linked to that account: the owner of an address at a
 * provider is not always the owner of the account here.
 *
 * @throws AppError PROVIDER_EMAIL_TAKEN
 */
export async function signInWithProvider(
  deps: SignInWithProviderDeps,
  person: Person,
): Promise<{ account: AccountRow; isNew: boolean }> {
  const identity = providerIdentity(person.id)
  const existing = await findAccountByIdentity(deps.accounts, identity)
  if (existing) return { account: existing, isNew: false }
  const email = person.isEmailVerified ? person.email : null
  if (email && (await findAccountByIdentityOrReservation(deps, emailIdentity(email)))) {
    // A concurrent sign-in of the same person may have created the account with the address since the first lookup.
    const created = await findAccountByIdentity(deps.accounts, identity)
    if (created) return { account: created, isNew: false }
    throw new AppError('PROVIDER_EMAIL_TAKEN')
  }
  const created = await createProviderAccount(deps, identity, person)
  if (!created) {
    // A concurrent sign-in of the same person has created the account.
    const winner = await findAccountByIdentity(deps.accounts, identity)
    if (!winner) throw new AppError('UNAVAILABLE')
    return { account: winner, isNew: false }
  }
  return { account: email ? await adoptAddress(deps, created, email) : created, isNew: true }
}

async function createProviderAccount(
  deps: SignInWithProviderDeps,
  identity: string,
  person: Person,
): Promise<AccountRow | undefined> {
  await deleteUnlistedIdentity(deps.accounts, identity)
  const { firstName, lastName } = person
  const providers = [createProviderEntry(deps, person)]
  return createAccount(deps, identity, { firstName, lastName, providers })
}

/** Sets the account's address. If another account claims the address concurrently, this account remains without one. */
async function adoptAddress(
  deps: SignInWithProviderDeps,
  account: AccountRow,
  email: string,
): Promise<AccountRow> {
  try {
    return await linkIdentity(deps, account._id, emailIdentity(email), () => ({
      email,
      emailConfirmedAt: deps.now(),
    }))
  } catch (error) {
    if (error instanceof AppError && error.code === 'SIGN_IN_METHOD_TAKEN') return account
    throw error
  }
}

/** Creates the entry in the account's list of linked provider accounts. */
export function createProviderEntry(
  { name, now }: Pick<SignInWithProviderDeps, 'name' | 'now'>,
  { id, email }: Person,
) {
  return { id, name, email, addedAt: now() }
}
