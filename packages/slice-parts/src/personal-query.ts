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

/** Options of a personal query; key and network mode are set here. */
export type PersonalOptions<Answer> = Partial<
  Omit<UseQueryOptions<Answer, Error, Answer, PersonalKey>, 'queryKey' | 'enabled'>
> & {
  enabled?: boolean
  /** The workspace, if the data depends on the current one. */
  workspaceId?: string | undefined
}

/** A browser that reports being offline fails at once, so that the page can offer a retry. */
export const NETWORK_MODE = { networkMode: 'always' } as const

/** A call in the form TanStack Query expects. Created by {@link queryOf}. */
export type CallQuery<Answer> = {
  queryKey: readonly [url: string]
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer>
}

/** Creates the query of a GET call. Its URL is the key, and its response is validated. */
export function queryOf<Definition extends CallDefinition>(
  definition: Definition,
  ...[input]: InputArgs<Definition>
): CallQuery<CallResult<Definition>> {
  // The input's type depends on the definition, which is unknown here.
  const args = [input] as unknown as [never]
  return {
    queryKey: [urlOf(definition, ...args)],
    queryFn: ({ signal }) => call(definition, ...args, { signal }),
  }
}

/**
 * Fetches the data of a call for the signed-in user, and nothing while signed out. It is cached for this
 * user only and removed when they sign out or their session ends.
 */
export function usePersonalQuery<Answer>(
  query: CallQuery<Answer>,
  { enabled = true, workspaceId, ...options }: PersonalOptions<Answer> = {},
): UseQueryResult<Answer> {
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
export function usePersonalQueries<Answer>(
  calls: readonly CallQuery<Answer>[],
): UseQueryResult<Answer>[] {
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
export type WriteCache = <Answer extends object>(
  query: CallQuery<Answer>,
  update: Answer | ((current: Answer) => Answer),
) => Promise<void>

/**
 * Returns a function that makes a change and passes its result to `show`, which updates the caches. A fetch in
 * progress is older than the change and is cancelled. If the session has changed in the meantime, nothing is updated.
 * Throws what the change throws; a change is never retried.
 */
export function usePersonalChange<Result>(
  show: (result: Result, write: WriteCache) => Promise<void>,
): (change: () => Promise<Result>) => Promise<void> {
  const client = useQueryClient()
  return async (change) => {
    const { token, user } = useSession.getState()
    const isSameSession = () => useSession.getState().token === token
    const result = await change()
    if (!isSameSession()) return
    await show(result, async ({ queryKey }, update) => {
      const key = personalKey(queryKey[0], user?.id)
      const isShown = client.getQueryData(key) !== undefined
      if (!isShown && typeof update === 'function') return
      await client.cancelQueries({ queryKey: key })
      if (isSameSession()) client.setQueryData(key, update)
    })
  }
}

/** The states that a part of a page renders. */
export type Loaded<Answer> =
  | { status: 'loading' }
  | { status: 'failed'; reason: string }
  | { status: 'ready'; data: Answer }

/** Used if a failure has no message of its own. */
export const NO_REASON = t('No response.')

/** Reduces a query to what is rendered: data stays visible during a refetch; a failure replaces it. */
export function loadedOf<Answer>(
  query: Pick<UseQueryResult<Answer>, 'data' | 'error' | 'isFetching'>,
): Loaded<Answer> {
  const { data, error, isFetching } = query
  if (error !== null) {
    return isFetching
      ? { status: 'loading' }
      : { status: 'failed', reason: error.message || NO_REASON }
  }
  return data === undefined ? { status: 'loading' } : { status: 'ready', data }
}
