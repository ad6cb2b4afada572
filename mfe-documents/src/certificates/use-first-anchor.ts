import { showFirstAnchor } from '@inkproof/protocol/calls/log'
import type { FirstAnchor } from '@inkproof/protocol/log'
import { queryOf } from '@inkproof/slice-parts/personal-query'
import { useQuery } from '@tanstack/react-query'

export type BlockOfCertificate = NonNullable<FirstAnchor['anchor']>

/**
 * The block that a certificate's time rests on: of the first anchor that covers it, once that is final.
 * Null while it is not known. Every later anchor covers it too, but its time would say less.
 */
export function useFirstAnchor(index: number, isFinal: boolean): BlockOfCertificate | null {
  const first = useQuery({
    ...queryOf(showFirstAnchor, { query: { covering: String(index) } }),
    enabled: isFinal,
    // The heads may know of it a moment before.
    refetchInterval: ({ state }) => (state.data?.anchor === null ? 1_000 : false),
  })
  return first.data?.anchor ?? null
}
