import { showEmail } from '@inkproof/protocol/calls/emails'
import type { EmailSettings } from '@inkproof/protocol/emails'
import { queryOf, usePersonalChange, usePersonalQuery } from '@inkproof/slice-parts/personal-query'

const POLL_INTERVAL_MS = 2_000

/** The user's address and its pending change; polled while a confirmation e-mail or a change is pending. */
export function useEmailSettings() {
  return usePersonalQuery(queryOf(showEmail), {
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (isInProgress(state.data) ? POLL_INTERVAL_MS : false),
  })
}

/** Returns a function that runs a change of the address, and then shows the settings returned by the service. */
export function useEmailChange() {
  return usePersonalChange<EmailSettings>((settings, write) => write(queryOf(showEmail), settings))
}

function isInProgress(settings: EmailSettings | undefined): boolean {
  return settings?.confirmation?.state === 'due' || (settings?.pending ?? null) !== null
}
