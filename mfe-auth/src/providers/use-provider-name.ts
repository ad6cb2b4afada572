import { showSignInOptions } from '@inkproof/protocol/calls/providers'
import { NETWORK, queryOf } from '@inkproof/slice-parts/personal-query'
import { useQuery } from '@tanstack/react-query'

/** The name of the identity provider; null if none is configured, and until that is known. */
export function useProviderName(): string | null {
  const options = useQuery({ ...NETWORK, ...queryOf(showSignInOptions) })
  return options.data?.provider?.name ?? null
}
