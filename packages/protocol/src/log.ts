/**
 * The state of the public record; the calls are in calls/log.ts.
 *
 * Everything else about the log is served as static files: see "The public files of the record" in
 * docs/architecture.md.
 */
import * as z from 'zod/mini'
import { Hash32 } from './certificates.ts'

const Address = z.string().check(z.regex(/^0x[0-9a-f]{40}$/))
const Word = z.string().check(z.regex(/^0x[0-9a-f]{64}$/))

/** A signed state of the record: entries below `size` are logged. */
export const CheckpointHead = z.strictObject({
  size: z.int().check(z.nonnegative()),
  root: Hash32,
  signedAt: z.iso.datetime(),
})
export type CheckpointHead = z.infer<typeof CheckpointHead>

/** A state that is anchored on the chain: entries below `size` are anchored. */
export const AnchorHead = z.strictObject({
  size: z.int().check(z.nonnegative()),
  root: Hash32,
  txHash: Word,
  blockNumber: z.int(),
  blockHash: Word,
  blockTime: z.iso.datetime(),
  /** Number of blocks from the anchor's block on; the anchor is final once this reaches `confirmationsWanted`. */
  confirmations: z.int(),
})
export type AnchorHead = z.infer<typeof AnchorHead>

/** GET /anchors: `covering` is the decimal index of an entry. */
export const CoveringQuery = z.strictObject({ covering: z.string().check(z.regex(/^\d{1,15}$/)) })

/**
 * The first anchor that covers an entry, which proves that the document existed at `blockTime`. Null if no anchor that
 * covers the entry is final yet.
 * Details are in `/log/anchor/<size>`.
 */
export const FirstAnchor = z.strictObject({
  anchor: z.nullable(z.omit(AnchorHead, { root: true, confirmations: true })),
})
export type FirstAnchor = z.infer<typeof FirstAnchor>

/** Why entries are not being added or anchored. Shown to users. */
export const AnchorProblem = z.enum([
  'node-unreachable',
  'wrong-chain',
  'no-funds',
  'fee-above-cap',
  'head-unknown',
  'key-closed',
  'record-stopped',
])
export type AnchorProblem = z.infer<typeof AnchorProblem>

/** The latest states of the record. */
export const Heads = z.strictObject({
  checkpoint: z.nullable(CheckpointHead),
  /** The newest anchor, regardless of its confirmations. */
  anchor: z.nullable(AnchorHead),
  /**
   * The newest final anchor: it has enough confirmations, so all entries below its size are final. Differs from
   * `anchor` while a newer anchor is waiting for confirmations.
   */
  settled: z.nullable(AnchorHead),
  /** An anchor transaction that was sent but is not on the chain yet. */
  pending: z.nullable(z.strictObject({ size: z.int(), txHash: Word })),
  /** When the next anchor is due; null if no entries are waiting for one. */
  nextAnchorAt: z.nullable(z.iso.datetime()),
  trouble: z.nullable(AnchorProblem),
  confirmationsWanted: z.int(),
  chain: z.strictObject({
    id: z.int(),
    contract: Address,
    operator: Address,
    /** True if the chain is the embedded one, which proves nothing to third parties. */
    embedded: z.boolean(),
  }),
})
export type Heads = z.infer<typeof Heads>

/** JSON-RPC methods that the chain proxy forwards; `eth_call` only to the LogAnchor contract. */
export const CHAIN_METHODS = [
  'eth_chainId',
  'eth_blockNumber',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getTransactionReceipt',
  'eth_getCode',
  'eth_call',
  'eth_getLogs',
] as const
export type ChainMethod = (typeof CHAIN_METHODS)[number]

const RpcId = z.union([z.number(), z.string()])

/** One JSON-RPC request; batches are not supported. */
export const ChainRequest = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: RpcId,
  method: z.string(),
  params: z.optional(z.array(z.unknown()).check(z.maxLength(4))),
})
export type ChainRequest = z.infer<typeof ChainRequest>

/** The node's result, or its error with the contract's revert data. */
export const ChainResponse = z.union([
  z.strictObject({ jsonrpc: z.literal('2.0'), id: RpcId, result: z.unknown() }),
  z.strictObject({
    jsonrpc: z.literal('2.0'),
    id: RpcId,
    error: z.strictObject({
      code: z.int(),
      message: z.string(),
      data: z.optional(z.string()),
    }),
  }),
])
export type ChainResponse = z.infer<typeof ChainResponse>
