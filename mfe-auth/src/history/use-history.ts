import { urlOf } from '@inkproof/protocol/call-url'
import { listHistory } from '@inkproof/protocol/calls/history'
import { useSession } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { personalKey } from '@inkproof/slice-parts/personal-key'
import { NETWORK_MODE } from '@inkproof/slice-parts/personal-query'
import { useInfiniteQuery } from '@tanstack/react-query'

/** The pages of the user's history loaded so far, newest first. */
export function useHistory() {
  const accountId = useSession(({ user }) => user?.id)
  return useInfiniteQuery({
    ...NETWORK_MODE,
    queryKey: personalKey(urlOf(listHistory), accountId),
    queryFn: ({ pageParam: before, signal }) =>
      call(listHistory, before === null ? {} : { query: { before } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled: accountId !== undefined,
    refetchOnMount: 'always',
  })
}
