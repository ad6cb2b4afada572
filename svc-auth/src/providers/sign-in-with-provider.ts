import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { type CreateAccountDeps, createAccount } from '../accounts/create-account.ts'
import { emailIdentity, providerIdentity } from '../accounts/identities.ts'
import { holderOf, keeperOf } from '../ways/holder-of.ts'
import { freeWay, linkWay } from '../ways/link-way.ts'
import type { Person } from './openid.ts'

export type SignInWithProviderDeps = CreateAccountDeps & {
  /** The provider's name, kept with the way. */
  name: string
}

/**
 * Finds the account a provider's person leads to, or makes one.
 *
 * The address comes along as confirmed only if the provider has verified it. Where it belongs to an account
 * already, nothing is joined by itself: whoever holds an address at a provider is not always who holds the
 * account here.
 *
 * @throws AppError PROVIDER_EMAIL_TAKEN
 */
export async function signInWithProvider(
  deps: SignInWithProviderDeps,
  person: Person,
): Promise<{ account: AccountRow; isNew: boolean }> {
  const identity = providerIdentity(person.id)
  const known = await holderOf(deps.accounts, identity)
  if (known) return { account: known, isNew: false }
  const email = person.isEmailVerified ? person.email : null
  if (email && (await keeperOf(deps, emailIdentity(email))))
    throw new AppError('PROVIDER_EMAIL_TAKEN')
  const made = await makeAccount(deps, identity, person)
  if (!made) {
    // Two sign-ins of one new person at once: the other one made it.
    const other = await holderOf(deps.accounts, identity)
    if (!other) throw new AppError('UNAVAILABLE')
    return { account: other, isNew: false }
  }
  return { account: email ? await takeAddress(deps, made, email) : made, isNew: true }
}

async function makeAccount(
  deps: SignInWithProviderDeps,
  identity: string,
  person: Person,
): Promise<AccountRow | undefined> {
  await freeWay(deps.accounts, identity)
  const { firstName, lastName } = person
  const providers = [providerEntry(deps, person)]
  return createAccount(deps, identity, { firstName, lastName, providers })
}

/** Somebody else may register the address at this moment: then the account has none. */
async function takeAddress(
  deps: SignInWithProviderDeps,
  account: AccountRow,
  email: string,
): Promise<AccountRow> {
  try {
    return await linkWay(deps, account._id, emailIdentity(email), () => ({
      email,
      emailConfirmedAt: deps.now(),
    }))
  } catch (error) {
    if (error instanceof AppError && error.code === 'WAY_IN_TAKEN') return account
    throw error
  }
}

/** What the account keeps of the person. */
export function providerEntry(
  { name, now }: Pick<SignInWithProviderDeps, 'name' | 'now'>,
  { id, email }: Person,
) {
  return { id, name, email, addedAt: now() }
}
