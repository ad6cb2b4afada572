import { AppError } from '@inkproof/service-kit/app-error'
import { providerIdentity } from '../accounts/identities.ts'
import { describeChange, type RecordChangeDeps, recordChange } from '../events/record-change.ts'
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
import type { Person } from './openid.ts'
import { createProviderEntry } from './sign-in-with-provider.ts'

export type LinkProviderDeps = LinkIdentityDeps &
  EndSessionsDeps &
  RecordChangeDeps & { name: string }

/** Maximum number of provider accounts that can be linked to one account. */
const MAX_LINKED = 5

/**
 * Links a provider account, and notifies the owner unless it was already linked.
 *
 * @throws AppError SIGN_IN_METHOD_TAKEN, or INVALID_INPUT if too many provider accounts are linked.
 */
export async function linkProvider(
  deps: LinkProviderDeps,
  { session: { accountId }, caller }: SessionContext,
  person: Person,
): Promise<void> {
  const entry = createProviderEntry(deps, person)
  let isNew = false
  const account = await linkIdentity(
    deps,
    accountId,
    providerIdentity(person.id),
    ({ providers }) => {
      if (providers.length >= MAX_LINKED) throw tooManyError()
      isNew = true
      return { providers: [...providers, entry] }
    },
  )
  if (isNew) await recordChange(deps, 'way-added', account, caller, describeMethod(entry.name))
}

/**
 * Unlinks a provider account, and ends all other sessions, which may have been started with it.
 *
 * @throws AppError ITEM_NOT_FOUND, LAST_SIGN_IN_METHOD
 */
export async function unlinkProvider(
  deps: Omit<LinkProviderDeps, 'name'>,
  { session, caller }: SessionContext,
  id: string,
): Promise<void> {
  const { accountId, sessionId: keep } = session
  const updated = await unlinkIdentity(deps, accountId, providerIdentity(id), (account) => {
    const name = account.providers.find((provider) => provider.id === id)?.name ?? ''
    const providers = account.providers.filter((provider) => provider.id !== id)
    const notice = describeChange(deps, 'way-removed', caller, describeMethod(name))
    return sessionEndingChange(account, { providers }, { keep, notice }, deps.now())
  })
  await deps.finalizeAccountChange(updated)
}

/** Returns the event's values that describe the sign-in method. */
function describeMethod(name: string): { way: string; name: string } {
  return { way: 'provider', name }
}

function tooManyError(): AppError {
  const message = `at most ${MAX_LINKED} provider accounts can be linked; remove one first`
  return new AppError('INVALID_INPUT', { issues: [{ path: '', message }] })
}
