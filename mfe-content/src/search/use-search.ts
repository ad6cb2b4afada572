import type { SearchAnswer } from '@inkproof/protocol/content'
import { useQuery } from '@tanstack/react-query'

/** What matches; asks nothing while there is nothing to ask. */
export function useSearch(query: string) {
  return useQuery<SearchAnswer>({
    queryKey: [`/api/content/search?q=${encodeURIComponent(query)}`],
    enabled: query.trim() !== '',
    placeholderData: (previous) => previous,
  })
}
