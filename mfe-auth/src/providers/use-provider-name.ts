import { showSignInOptions } from '@inkproof/protocol/calls/providers'
import { queryOf } from '@inkproof/slice-parts/personal-query'
import { useQuery } from '@tanstack/react-query'

/** The name of the identity provider; null while loading or if none is configured. */
export function useProviderName(): string | null {
  const options = useQuery(queryOf(showSignInOptions))
  return options.data?.provider?.name ?? null
}
