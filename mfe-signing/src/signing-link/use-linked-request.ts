import { openSigningLink } from '@inkproof/protocol/calls/signing-links'
import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import { call } from '@inkproof/slice-parts/call'
import { NETWORK_MODE } from '@inkproof/slice-parts/personal-query'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type Link, proofOf } from './link.ts'

/** While the document is finished, or the sender is waited for, in milliseconds. */
const SOON_MS = 3_000
/** While others act, in milliseconds. */
const LATER_MS = 20_000

/** The signing request of a link; is fetched again while somebody else may change it. */
export function useLinkedRequest(link: Link) {
  const client = useQueryClient()
  const query = useQuery({
    ...NETWORK_MODE,
    queryKey: keyOf(link),
    queryFn: ({ signal }) => openLink(link, signal),
    gcTime: 0,
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => (data ? pollInterval(data) : false),
  })
  const store = useCallback(
    (opened: Link, request: LinkedRequest) => client.setQueryData(keyOf(opened), request),
    [client],
  )
  return { query, store }
}

function keyOf(link: Link) {
  return ['signing-link', link] as const
}

/** Fetches what the holder of a link sees. @throws RequestError */
export function openLink(link: Link, signal?: AbortSignal): Promise<LinkedRequest> {
  const input = { params: { id: link.id }, body: proofOf(link) }
  return call(openSigningLink, input, signal ? { signal } : {})
}

function pollInterval({ state, waitsForRelease, you }: LinkedRequest): number | false {
  if (state === 'completing' || (state === 'signing' && waitsForRelease)) return SOON_MS
  return state === 'signing' && (you.state === 'done' || you.state === 'later') ? LATER_MS : false
}
