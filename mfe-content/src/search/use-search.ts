import { searchTexts } from '@inkproof/protocol/calls/content'
import { queryOf } from '@inkproof/slice-parts/personal-query'
import { useQuery } from '@tanstack/react-query'

/** The matching pages and posts; sends no request for an empty query. */
export function useSearch(query: string) {
  return useQuery({
    ...queryOf(searchTexts, { query: { q: query } }),
    enabled: query.trim() !== '',
    placeholderData: (previous) => previous,
  })
}
