/**
 * The module that the shell shares as `@tanstack/react-query`: the package together with the page's one client,
 * which is loaded with the first page that fetches data instead of with the frame (12 KB transferred). An
 * explicitly passed client takes precedence. `query-production` is the package itself.
 */
import { holdQueryCache, QUERY_DEFAULTS } from '@inkproof/slice'
import * as query from 'query-production'

function createClient() {
  try {
    return new query.QueryClient({ defaultOptions: QUERY_DEFAULTS })
  } catch (cause) {
    throw new Error('Failed to initialize application.', { cause })
  }
}

const client = createClient()
// The end of a session clears this cache, and `queryClient` of the slice package uses it.
holdQueryCache(client)

export {
  keepPreviousData,
  QueryClient,
  QueryClientProvider,
  skipToken,
} from 'query-production'

export const useQueryClient = (override = client) => override
export const useQuery = (options, override = client) => query.useQuery(options, override)
export const useQueries = (options, override = client) => query.useQueries(options, override)
export const useMutation = (options, override = client) => query.useMutation(options, override)
export const useInfiniteQuery = (options, override = client) =>
  query.useInfiniteQuery(options, override)
export const useIsFetching = (filters, override = client) => query.useIsFetching(filters, override)
