import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { providerIdentity } from '../accounts/identities.ts'
import type { Events } from '../events/events.ts'
import { linkWay, unlinkWay, type WayDeps } from '../ways/link-way.ts'
import type { Person } from './openid.ts'
import { providerEntry } from './sign-in-with-provider.ts'

export type LinkProviderDeps = WayDeps & { events: Events; name: string }

/** One person has so many accounts at a provider at most. */
const MOST_LINKED = 5

/** Adds an outside account to an account, and tells its owner. @throws AppError WAY_IN_TAKEN */
export async function linkProvider(
  deps: LinkProviderDeps,
  accountId: string,
  person: Person,
): Promise<void> {
  const entry = providerEntry(deps, person)
  let isNew = false
  const account = await linkWay(deps, accountId, providerIdentity(person.id), ({ providers }) => {
    if (providers.length >= MOST_LINKED) throw tooMany()
    isNew = true
    return { providers: [...providers, entry] as unknown as AccountRow['providers'] }
  })
  if (isNew) await tell(deps, account, 'way-added', entry.name)
}

/** Takes an outside account out of an account. @throws AppError ALREADY_GONE, LAST_WAY_IN */
export async function unlinkProvider(
  deps: Omit<LinkProviderDeps, 'name'>,
  accountId: string,
  id: string,
): Promise<void> {
  let name = ''
  const account = await unlinkWay(deps, accountId, providerIdentity(id), ({ providers }) => {
    name = providers.find((one) => one.id === id)?.name ?? ''
    const left = providers.filter((one) => one.id !== id)
    return { providers: left as unknown as AccountRow['providers'] }
  })
  await tell(deps, account, 'way-removed', name)
}

async function tell(
  { events }: Pick<LinkProviderDeps, 'events'>,
  { _id: accountId, email }: AccountRow,
  kind: 'way-added' | 'way-removed',
  name: string,
): Promise<void> {
  await events.record({
    accountId,
    kind,
    data: { way: `Sign-in with ${name}` },
    mailTo: email ?? null,
  })
}

function tooMany(): AppError {
  const message = `at most ${MOST_LINKED} outside accounts can be linked; remove one first`
  return new AppError('INVALID_INPUT', { issues: [{ path: '', message }] })
}
