import { queryClient } from '@inkproof/slice'

/**
 * Marks the cached data of these URLs, and of every URL below them (by `/` or `?`), as stale and refetches what is
 * on screen. The old data stays visible until the new data arrives, and a response to an earlier request does not
 * replace newer data. Resolves when the new data has arrived; never rejects, because each query stores its own error.
 * Does not load TanStack Query's code.
 */
export async function refetch(...urls: string[]): Promise<void> {
  const firstFetches = new Set<string>()
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [url], queryHash, state }) => {
      const isChanged = urls.some((changed) => isAtOrBelow(String(url), changed))
      if (isChanged && state.data === undefined && state.fetchStatus === 'fetching')
        firstFetches.add(queryHash)
      return isChanged
    },
  })
  // TanStack Query does not repeat a first fetch that is in progress, but its response may be older than the change.
  if (firstFetches.size > 0)
    await queryClient.invalidateQueries({
      predicate: ({ queryHash }) => firstFetches.has(queryHash),
    })
}

function isAtOrBelow(url: string, changed: string): boolean {
  return url === changed || url.startsWith(`${changed}/`) || url.startsWith(`${changed}?`)
}
