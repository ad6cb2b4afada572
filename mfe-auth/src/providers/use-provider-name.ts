import { urlOf } from '@inkproof/protocol/call-url'
import { showSignInOptions } from '@inkproof/protocol/calls/providers'
import type { AuthOptions } from '@inkproof/protocol/providers'
import { NETWORK } from '@inkproof/slice-parts/personal-query'
import { useQuery } from '@tanstack/react-query'

/** The name of the identity provider; null if none is configured, and until that is known. */
export function useProviderName(): string | null {
  const options = useQuery<AuthOptions>({ ...NETWORK, queryKey: [urlOf(showSignInOptions)] })
  return options.data?.provider?.name ?? null
}
