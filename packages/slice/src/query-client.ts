import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query'
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

/** One cache for the page. Specification, section 9: no retry, no polling, never stale. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: queryFn('throw'),
      retry: false,
      refetchInterval: false,
      refetchOnWindowFocus: false,
      staleTime: Number.POSITIVE_INFINITY,
    },
    mutations: { retry: false },
  },
})
