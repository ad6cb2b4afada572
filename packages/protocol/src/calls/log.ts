/** The calls of svc-documents about the public record and its anchors. Its files are served under /log/. */
import { type CallLimit, defineCall, events } from '../call.ts'
import { ChainRequest, ChainResponse, CoveringQuery, FirstAnchor, Heads } from '../log.ts'
import { FOLLOW_HEADS, SHOW_HEADS } from '../paths.ts'

const TAG = 'Public record'

const READ_LIMIT = {
  name: 'anchors',
  max: 600,
  windowSeconds: 60,
  whenRedisFails: 'open',
  by: 'ip',
} as const satisfies CallLimit

export const showHeads = defineCall({
  ...SHOW_HEADS,
  summary: 'Returns the latest signed and anchored states of the record.',
  tag: TAG,
  access: 'anyone',
  responses: { 200: Heads },
})

export const followHeads = defineCall({
  ...FOLLOW_HEADS,
  summary: 'Streams the latest signed and anchored states of the record, now and on every change.',
  tag: TAG,
  access: 'anyone',
  responses: { 200: events(Heads) },
  errors: ['TOO_MANY_REQUESTS'],
})

export const showFirstAnchor = defineCall({
  method: 'GET',
  path: '/api/v1/anchors',
  summary: 'Returns the anchor that first covered the entry at an index.',
  tag: TAG,
  access: 'anyone',
  limit: READ_LIMIT,
  query: CoveringQuery,
  responses: { 200: FirstAnchor },
})

export const askChain = defineCall({
  method: 'POST',
  path: '/api/v1/chain',
  worksWhenFull: true,
  summary: 'Forwards a JSON-RPC 2.0 request about the record to this installation’s node.',
  tag: TAG,
  access: 'anyone',
  // A verification makes about ten requests.
  limit: { ...READ_LIMIT, name: 'chain' },
  body: ChainRequest,
  responses: { 200: ChainResponse },
  errors: ['CHAIN_METHOD_REFUSED'],
})

/** The latest states of the record. */
export const headsCalls = { showHeads, followHeads }

/** The anchors of entries. */
export const anchorCalls = { showFirstAnchor }

/** The chain on which the record is anchored. */
export const chainCalls = { askChain }
