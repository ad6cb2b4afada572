import { showEmail } from '@inkproof/protocol/calls/emails'
import type { EmailSettings } from '@inkproof/protocol/emails'
import { queryOf, usePersonalChange, usePersonalQuery } from '@inkproof/slice-parts/personal-query'

const FOLLOW_EVERY_MS = 2_000

/** The person's address and its pending changes; refetched while an e-mail is being delivered. */
export function useEmailSettings() {
  return usePersonalQuery(queryOf(showEmail), {
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? FOLLOW_EVERY_MS : false),
  })
}

/** Makes a change of the address and shows the returned settings. */
export function useEmailChange() {
  return usePersonalChange<EmailSettings>((settings, write) => write(queryOf(showEmail), settings))
}

function isUnderWay(settings: EmailSettings | undefined): boolean {
  return settings?.confirmation?.state === 'due' || (settings?.pending ?? null) !== null
}
