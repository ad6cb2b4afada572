import { showEmail } from '@inkproof/protocol/calls/emails'
import type { EmailSettings } from '@inkproof/protocol/emails'
import { queryOf, usePersonalChange, usePersonalQuery } from '@inkproof/slice-parts/personal-query'

const POLL_INTERVAL_MS = 2_000

/** The user's address and its pending changes; refetched while an e-mail is being delivered. */
export function useEmailSettings() {
  return usePersonalQuery(queryOf(showEmail), {
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (isInProgress(state.data) ? POLL_INTERVAL_MS : false),
  })
}

/** Changes the address and shows the returned settings. */
export function useEmailChange() {
  return usePersonalChange<EmailSettings>((settings, write) => write(queryOf(showEmail), settings))
}

function isInProgress(settings: EmailSettings | undefined): boolean {
  return settings?.confirmation?.state === 'due' || (settings?.pending ?? null) !== null
}
