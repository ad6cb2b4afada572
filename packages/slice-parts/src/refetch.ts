import { queryClient } from '@inkproof/slice'

/**
 * Marks the cached data of these URLs, and of every URL below them (by `/` or `?`), as stale and refetches what is
 * on screen. The old data stays visible until then, and a response to an earlier request does not replace newer
 * data. Resolves when the new data has arrived; never rejects, because a query keeps its own error. Does not load
 * TanStack Query's code.
 */
export async function refetch(...urls: string[]): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [url] }) => urls.some((changed) => isAtOrBelow(String(url), changed)),
  })
}

function isAtOrBelow(url: string, changed: string): boolean {
  return url === changed || url.startsWith(`${changed}/`) || url.startsWith(`${changed}?`)
}
