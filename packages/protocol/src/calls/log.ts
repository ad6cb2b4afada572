/** The calls of svc-documents about the public record and its anchors. Its files are served under /log/. */
import { type CallLimit, defineCall, events } from '../call.ts'
import { ChainAnswer, ChainRequest, CoveringQuery, FirstAnchor, Heads } from '../log.ts'
import { FOLLOW_HEADS, SHOW_HEADS } from '../paths.ts'

const TAG = 'Public record'

const ANCHORS = {
  name: 'anchors',
  max: 600,
  windowSeconds: 60,
  whenRedisFails: 'open',
  by: 'address',
} as const satisfies CallLimit

export const showHeads = defineCall({
  ...SHOW_HEADS,
  summary: 'Returns how far the record is signed and anchored.',
  tag: TAG,
  access: 'anyone',
  answers: { 200: Heads },
})

export const followHeads = defineCall({
  ...FOLLOW_HEADS,
  summary: 'Streams how far the record is signed and anchored, now and on every change.',
  tag: TAG,
  access: 'anyone',
  answers: { 200: events(Heads) },
  errors: ['TOO_MANY_REQUESTS'],
})

export const showFirstAnchor = defineCall({
  method: 'GET',
  path: '/api/v1/anchors',
  summary: 'Returns the anchor that first covered the entry at an index.',
  tag: TAG,
  access: 'anyone',
  limit: ANCHORS,
  query: CoveringQuery,
  answers: { 200: FirstAnchor },
})

export const askChain = defineCall({
  method: 'POST',
  path: '/api/v1/chain',
  summary: 'Asks the node of this installation about the record, by JSON-RPC 2.0.',
  tag: TAG,
  access: 'anyone',
  // A verification asks about ten questions.
  limit: { ...ANCHORS, name: 'chain' },
  body: ChainRequest,
  answers: { 200: ChainAnswer },
  errors: ['CHAIN_METHOD_REFUSED'],
})

/** How far the record has come. */
export const headsCalls = { showHeads, followHeads }

/** Since when an entry is on the chain. */
export const anchorCalls = { showFirstAnchor }

/** The chain that holds the record's states. */
export const chainCalls = { askChain }
