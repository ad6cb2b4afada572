import type { Heads } from '@inkproof/protocol/log'
import { FOLLOW_HEADS, SHOW_HEADS } from '@inkproof/protocol/paths'
import { request } from '@inkproof/slice'
import { eventData } from './event-stream.ts'

export async function getHeads(signal?: AbortSignal): Promise<Heads> {
  const response = await request(
    SHOW_HEADS.method,
    SHOW_HEADS.path,
    undefined,
    signal ? { signal } : {},
  )
  return response.json() as Promise<Heads>
}

/**
 * Calls `onHeads` with each state of the record until the connection ends (which happens regularly) or is aborted.
 * Uses fetch, because an EventSource cannot send headers and hides errors.
 */
export async function streamHeads(
  onHeads: (heads: Heads) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await request(FOLLOW_HEADS.method, FOLLOW_HEADS.path, undefined, {
    signal,
    headers: { accept: 'text/event-stream' },
    cache: 'no-store',
  })
  if (response.body === null) return
  for await (const data of eventData(response.body)) onHeads(JSON.parse(data) as Heads)
}
