import type { DefaultOptions, QueryClient, QueryFunctionContext } from '@tanstack/react-query'
import { RequestError, request } from './request.ts'

/** Behavior of a query on 401: throw as for any error, or return null. */
export type On401 = 'throw' | 'return-null'

/**
 * The default query function: GET on the first element of the query key; returns the JSON response.
 */
export function queryFn(on401: On401 = 'throw') {
  return async function fetchFirstKey({ queryKey, signal }: QueryFunctionContext) {
    try {
      const response = await request('GET', String(queryKey[0]), undefined, { signal })
      return await response.json()
    } catch (error) {
      const isUnauthorized = error instanceof RequestError && error.status === 401
      if (isUnauthorized && on401 === 'return-null') return null
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

/** Operations on the page's query cache for code outside components. */
export type QueryCacheHandle = Pick<
  QueryClient,
  'clear' | 'ensureQueryData' | 'fetchQuery' | 'invalidateQueries' | 'removeQueries'
>

let cache: QueryCacheHandle | null = null

/**
 * The page's only client of `@tanstack/react-query`. Nothing is cached until its code is loaded.
 */
export const queryClient: QueryCacheHandle = {
  clear: () => cache?.clear(),
  ensureQueryData: async (options) => (await loadQueryClient()).ensureQueryData(options),
  fetchQuery: async (options) => (await loadQueryClient()).fetchQuery(options),
  invalidateQueries: async (...filters) => cache?.invalidateQueries(...filters),
  removeQueries: (...filters) => cache?.removeQueries(...filters),
}

/** Registers the page's query client. The shell's copy of the package calls this when it is loaded. */
export function holdQueryCache(client: QueryCacheHandle): void {
  cache = client
}

/**
 * In the shell, loading TanStack Query registers the shell's client (see {@link holdQueryCache});
 * elsewhere, as in tests, this function creates a client.
 */
async function loadQueryClient(): Promise<QueryCacheHandle> {
  const { QueryClient } = await import('@tanstack/react-query')
  cache ??= new QueryClient({ defaultOptions: QUERY_DEFAULTS })
  return cache
}
