import { showOfficeSupport } from '@inkproof/protocol/calls/office-files'
import { queryOf } from '@inkproof/slice-parts/personal-query'
import { useQuery, useQueryClient } from '@tanstack/react-query'

/** Whether this installation converts office files. */
export type OfficeSupport = {
  /** False while that is not known. */
  isOffered: boolean
  /** Waits until it is known; undefined if it cannot be found out. */
  find(): Promise<boolean | undefined>
}

const QUERY = { ...queryOf(showOfficeSupport), staleTime: Number.POSITIVE_INFINITY }

export function useOfficeSupport(): OfficeSupport {
  const client = useQueryClient()
  const { data } = useQuery(QUERY)
  return {
    isOffered: data?.isOffered ?? false,
    find: () =>
      client.fetchQuery(QUERY).then(
        ({ isOffered }) => isOffered,
        () => undefined,
      ),
  }
}
