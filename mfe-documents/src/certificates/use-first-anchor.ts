import { showFirstAnchor } from '@inkproof/protocol/calls/log'
import type { FirstAnchor } from '@inkproof/protocol/log'
import { queryOf } from '@inkproof/slice-parts/personal-query'
import { useQuery } from '@tanstack/react-query'

export type CertificateBlock = NonNullable<FirstAnchor['anchor']>

/**
 * Returns the block that proves a certificate's time: the block of the first anchor that covers the certificate, once
 * that block is final. Null while unknown. Later anchors also cover the certificate, but prove only a later time.
 */
export function useFirstAnchor(index: number, isFinal: boolean): CertificateBlock | null {
  const query = useQuery({
    ...queryOf(showFirstAnchor, { query: { covering: String(index) } }),
    enabled: isFinal,
    // The heads may report the block as final slightly before this endpoint does.
    refetchInterval: ({ state }) => (state.data?.anchor === null ? 1_000 : false),
  })
  return query.data?.anchor ?? null
}
