import type { HistoryPage } from '@inkproof/protocol/profile'
import { request, useSession } from '@inkproof/slice'
import { personalKey } from '@inkproof/slice-parts/personal-key'
import { NETWORK } from '@inkproof/slice-parts/personal-query'
import { useInfiniteQuery } from '@tanstack/react-query'
import { HISTORY_URL } from '../account/account-urls.ts'

/** The signed-in person's history, newest first, as far as it was loaded. */
export function useHistory() {
  const accountId = useSession(({ user }) => user?.id)
  return useInfiniteQuery({
    ...NETWORK,
    queryKey: personalKey(HISTORY_URL, accountId),
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: HistoryPage) => next,
    enabled: accountId !== undefined,
    refetchOnMount: 'always',
  })
}

async function fetchPage(before: string | null, signal: AbortSignal): Promise<HistoryPage> {
  const query = before === null ? '' : `?before=${before}`
  const answer = await request('GET', `${HISTORY_URL}${query}`, undefined, { signal })
  return answer.json()
}
