import { queryClient } from '@inkproof/slice'

/**
 * Marks the cached answers of these URLs, and of every URL below them (by `/` or `?`), as stale and fetches those that
 * are on screen again. What they show stays until then, and an answer that was asked for earlier does not replace the
 * newer one. Resolves when the new answers are there; never rejects: a query keeps its own error. Loads no code of
 * TanStack Query.
 */
export async function refetch(...urls: string[]): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [url] }) => urls.some((changed) => isAtOrBelow(String(url), changed)),
  })
}

function isAtOrBelow(url: string, changed: string): boolean {
  return url === changed || url.startsWith(`${changed}/`) || url.startsWith(`${changed}?`)
}
