/**
 * The module that the shell shares as `@tanstack/react-query`: the package together with the page's one client,
 * which is loaded with the first page that fetches data instead of with the frame (12 KB transferred). An
 * explicitly passed client takes precedence. `query-production` is the package itself.
 */
import { holdQueryCache, QUERY_DEFAULTS } from '@inkproof/slice'
import * as query from 'query-production'

function makeClient() {
  try {
    return new query.QueryClient({ defaultOptions: QUERY_DEFAULTS })
  } catch (cause) {
    throw new Error('Failed to initialize application.', { cause })
  }
}

const client = makeClient()
// From here on, the end of a session empties the cache, and `queryClient` of the slice package can reach it.
holdQueryCache(client)

export {
  keepPreviousData,
  QueryClient,
  QueryClientProvider,
  skipToken,
} from 'query-production'

export const useQueryClient = (given = client) => given
export const useQuery = (options, given = client) => query.useQuery(options, given)
export const useQueries = (options, given = client) => query.useQueries(options, given)
export const useMutation = (options, given = client) => query.useMutation(options, given)
export const useInfiniteQuery = (options, given = client) => query.useInfiniteQuery(options, given)
export const useIsFetching = (filters, given = client) => query.useIsFetching(filters, given)
