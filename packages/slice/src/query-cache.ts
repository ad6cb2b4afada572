import type { DefaultOptions, QueryClient, QueryFunctionContext } from '@tanstack/react-query'
import { RequestError, request } from './request.ts'

/** What a query does on 401: throw as on any refusal, or answer null. */
export type On401 = 'throw' | 'return-null'

/** The default data fetch: GET on the first element of the query key, its answer as JSON. */
export function queryFn(on401: On401 = 'throw') {
  return async function fetchFirstKey({ queryKey, signal }: QueryFunctionContext) {
    try {
      const answer = await request('GET', String(queryKey[0]), undefined, { signal })
      return await answer.json()
    } catch (error) {
      const isUnauthorised = error instanceof RequestError && error.status === 401
      if (isUnauthorised && on401 === 'return-null') return null
      throw error
    }
  }
}

/** Specification, section 9: no retry, no polling, no refetch on focus, never stale. */
export const QUERY_DEFAULTS: DefaultOptions = {
  queries: {
    queryFn: queryFn('throw'),
    retry: false,
    refetchInterval: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  },
  mutations: { retry: false },
}

/** What can be done to the page's cache from outside a component. */
export type QueryCacheHandle = Pick<
  QueryClient,
  'clear' | 'ensureQueryData' | 'fetchQuery' | 'invalidateQueries' | 'removeQueries'
>

let held: QueryCacheHandle | null = null

/** The page's one client of `@tanstack/react-query`. Until its code has come there is nothing cached. */
export const queryClient: QueryCacheHandle = {
  clear: () => held?.clear(),
  ensureQueryData: async (options) => (await bring()).ensureQueryData(options),
  fetchQuery: async (options) => (await bring()).fetchQuery(options),
  invalidateQueries: async (...filters) => held?.invalidateQueries(...filters),
  removeQueries: (...filters) => held?.removeQueries(...filters),
}

/** Called by the shell's copy of the package when it has come. */
export function holdQueryCache(client: QueryCacheHandle): void {
  held = client
}

/** In the shell the package holds its own client up as it comes; elsewhere, as in tests, one is made. */
async function bring(): Promise<QueryCacheHandle> {
  const { QueryClient } = await import('@tanstack/react-query')
  held ??= new QueryClient({ defaultOptions: QUERY_DEFAULTS })
  return held
}
