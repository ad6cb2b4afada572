import type { FirstAnchor } from '@inkproof/protocol/log'
import { useQuery } from '@tanstack/react-query'
import { getFirstAnchor } from './certificates.api.ts'

export type BlockOfCertificate = NonNullable<FirstAnchor['anchor']>

/**
 * The block that a certificate's time rests on: of the first anchor that covers it, once that is final.
 * Null while it is not known. Every later anchor covers it too, but its time would say less.
 */
export function useFirstAnchor(index: number, isFinal: boolean): BlockOfCertificate | null {
  const first = useQuery({
    queryKey: ['first-anchor', index],
    queryFn: () => getFirstAnchor(index),
    enabled: isFinal,
    staleTime: Number.POSITIVE_INFINITY,
    // The heads may know of it a moment before.
    refetchInterval: ({ state }) => (state.data === null ? 1_000 : false),
  })
  return first.data ?? null
}
