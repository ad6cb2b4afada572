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
import { providerEntry } from './sign-in-with-provider.ts'

export type LinkProviderDeps = LinkIdentityDeps &
  EndSessionsDeps &
  RecordChangeDeps & { name: string }

/** Maximum number of linked provider accounts. */
const MAX_LINKED = 5

/** Links a provider account and notifies the owner. @throws AppError WAY_IN_TAKEN */
export async function linkProvider(
  deps: LinkProviderDeps,
  { session: { accountId }, caller }: SessionContext,
  person: Person,
): Promise<void> {
  const entry = providerEntry(deps, person)
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
  if (isNew) await recordChange(deps, 'way-added', account, caller, methodValues(entry.name))
}

/**
 * Unlinks a provider account, and ends all other sessions, which may have been started with it.
 *
 * @throws AppError ALREADY_GONE, LAST_WAY_IN
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
    const notice = describeChange(deps, 'way-removed', caller, methodValues(name))
    return sessionEndingChange(account, { providers }, { keep, notice }, deps.now())
  })
  await deps.finalizeAccountChange(updated)
}

function methodValues(name: string): { way: string; name: string } {
  return { way: 'provider', name }
}

function tooManyError(): AppError {
  const message = `at most ${MAX_LINKED} provider accounts can be linked; remove one first`
  return new AppError('INVALID_INPUT', { issues: [{ path: '', message }] })
}
