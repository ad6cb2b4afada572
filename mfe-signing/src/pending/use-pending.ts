import type { CallDefinition, CallResult } from '@inkproof/protocol/call'
import type { listOthersPending, listOwnPending } from '@inkproof/protocol/calls/pending-requests'
import type { PendingQuery } from '@inkproof/protocol/pending-requests'
import { type CallQuery, queryOf, usePersonalQuery } from '@inkproof/slice-parts/personal-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { type Cursors, useCursors } from '../lists/use-cursors.ts'

type PendingCall = typeof listOwnPending | typeof listOthersPending

/** A list of pending requests, and the page of it that is shown. */
export type Pending<List> = Cursors & { query: UseQueryResult<List> }

/** Reads a page of a list, again whenever the user returns to the tab. The page before stays until the next one is there. */
export function usePending<Definition extends PendingCall>(
  definition: Definition,
  workspaceId: string,
): Pending<CallResult<Definition>> {
  const cursors = useCursors()
  const query = usePersonalQuery(pageOf(definition, cursors.cursor), {
    workspaceId,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    placeholderData: (previous) => previous,
  })
  return { ...cursors, query }
}

function pageOf<Definition extends PendingCall>(
  definition: Definition,
  cursor: string | undefined,
): CallQuery<CallResult<Definition>> {
  const query: PendingQuery = cursor === undefined ? {} : { cursor }
  // Both calls have the same input.
  return queryOf<CallDefinition>(definition, { query } as never) as CallQuery<
    CallResult<Definition>
  >
}
