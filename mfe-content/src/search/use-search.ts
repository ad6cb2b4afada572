import { searchTexts } from '@inkproof/protocol/calls/content'
import { queryOf } from '@inkproof/slice-parts/personal-query'
import { useQuery } from '@tanstack/react-query'

/** Fetches the matching pages and posts. Sends no request for an empty query. */
export function useSearch(query: string) {
  return useQuery({
    ...queryOf(searchTexts, { query: { q: query } }),
    enabled: query.trim() !== '',
    placeholderData: (previous) => previous,
  })
}
