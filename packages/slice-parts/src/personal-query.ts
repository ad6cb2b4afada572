import type { CallDefinition, CallResult } from '@inkproof/protocol/call'
import { urlOf } from '@inkproof/protocol/call-url'
import { useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import {
  type UseQueryOptions,
  type UseQueryResult,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { call, type InputArgs } from './call.ts'
import { type PersonalKey, personalKey } from './personal-key.ts'

/** Options of a personal query, except its key and network mode. */
export type PersonalOptions<Data> = Partial<
  Omit<UseQueryOptions<Data, Error, Data, PersonalKey>, 'queryKey' | 'enabled'>
> & {
  enabled?: boolean
  /** The workspace, if the data depends on the current one. */
  workspaceId?: string | undefined
}

/** Makes requests even if the browser reports being offline: they fail immediately, and the page can offer a retry. */
export const NETWORK_MODE = { networkMode: 'always' } as const

/** A call in the form TanStack Query expects. Created by {@link queryOf}. */
export type CallQuery<Data> = {
  queryKey: readonly [url: string]
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>
  networkMode: 'always'
}

/** Creates the query of a GET call. Its URL is the key, and its response is validated. */
export function queryOf<Definition extends CallDefinition>(
  definition: Definition,
  ...[input]: InputArgs<Definition>
): CallQuery<CallResult<Definition>> {
  // The input's type depends on the definition, which is unknown here.
  const args = [input] as unknown as [never]
  return {
    ...NETWORK_MODE,
    queryKey: [urlOf(definition, ...args)],
    queryFn: ({ signal }) => call(definition, ...args, { signal }),
  }
}

/**
 * Fetches the data of a call for the signed-in user; fetches nothing while the user is signed out. The data is cached
 * for this user only and removed when they sign out or their session ends.
 */
export function usePersonalQuery<Data>(
  query: CallQuery<Data>,
  { enabled = true, workspaceId, ...options }: PersonalOptions<Data> = {},
): UseQueryResult<Data> {
  const accountId = useSession(({ user }) => user?.id)
  return useQuery({
    ...NETWORK_MODE,
    queryFn: query.queryFn,
    ...options,
    queryKey: personalKey(query.queryKey[0], accountId, workspaceId),
    enabled: enabled && accountId !== undefined,
  })
}

/** {@link usePersonalQuery} of several calls, in their order. */
export function usePersonalQueries<Data>(
  calls: readonly CallQuery<Data>[],
): UseQueryResult<Data>[] {
  const accountId = useSession(({ user }) => user?.id)
  return useQueries({
    queries: calls.map(({ queryKey, queryFn }) => ({
      ...NETWORK_MODE,
      queryFn,
      queryKey: personalKey(queryKey[0], accountId),
      enabled: accountId !== undefined,
    })),
  })
}

/** Replaces the cached data of a call; a function receives the current data, and is not called if there is none. */
export type WriteCache = <Data extends object>(
  query: CallQuery<Data>,
  update: Data | ((current: Data) => Data),
) => Promise<void>

/**
 * Returns a function that makes a change and passes its result to `updateCaches`. Writing to the cache cancels a fetch
 * in progress, whose response may be older than the change. If the session has changed in the meantime, nothing is
 * updated. Throws what the change throws; a change is never retried.
 */
export function usePersonalChange<Result>(
  updateCaches: (result: Result, write: WriteCache) => Promise<void>,
): (change: () => Promise<Result>) => Promise<void> {
  const client = useQueryClient()
  return async (change) => {
    const { token, user } = useSession.getState()
    const isSameSession = () => useSession.getState().token === token
    const result = await change()
    if (!isSameSession()) return
    await updateCaches(result, async ({ queryKey }, update) => {
      const key = personalKey(queryKey[0], user?.id)
      const isShown = client.getQueryData(key) !== undefined
      if (!isShown && typeof update === 'function') return
      await client.cancelQueries({ queryKey: key })
      if (isSameSession()) client.setQueryData(key, update)
    })
  }
}

/** The states that a part of a page renders. */
export type Loaded<Data> =
  | { status: 'loading' }
  | { status: 'failed'; reason: string }
  | { status: 'ready'; data: Data }

/** Used if a failure has no message of its own. */
export const NO_REASON = t('No response.')

/**
 * Reduces a query to what is rendered. Data stays visible during a refetch; an error replaces it until the next retry.
 */
export function loadedOf<Data>(
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching'>,
): Loaded<Data> {
  const { data, error, isFetching } = query
  if (error !== null) {
    return isFetching
      ? { status: 'loading' }
      : { status: 'failed', reason: error.message || NO_REASON }
  }
  return data === undefined ? { status: 'loading' } : { status: 'ready', data }
}
