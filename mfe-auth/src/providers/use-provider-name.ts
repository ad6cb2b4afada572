import type { AuthOptions } from '@inkproof/protocol/providers'
import { NETWORK } from '@inkproof/slice-parts/personal-query'
import { useQuery } from '@tanstack/react-query'
import { OPTIONS_URL } from './provider.api.ts'

/** The name of the identity provider; null if none is configured, and until that is known. */
export function useProviderName(): string | null {
  const options = useQuery<AuthOptions>({ ...NETWORK, queryKey: [OPTIONS_URL] })
  return options.data?.provider?.name ?? null
}
