/**
 * How far the public record has come; the calls are in calls/log.ts.
 *
 * Everything else about the log is static: see "The public files of the record" in docs/architecture.md.
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

/** A state that the chain holds: entries below `size` are anchored. */
export const AnchorHead = z.strictObject({
  size: z.int().check(z.nonnegative()),
  root: Hash32,
  txHash: Word,
  blockNumber: z.int(),
  blockHash: Word,
  blockTime: z.iso.datetime(),
  /** Blocks on top, counting its own; final from `confirmationsWanted` on. */
  confirmations: z.int(),
})
export type AnchorHead = z.infer<typeof AnchorHead>

/** GET /anchors: decimal index of an entry. */
export const CoveringQuery = z.strictObject({ covering: z.string().check(z.regex(/^\d{1,15}$/)) })

/**
 * The anchor that first covered an entry: since when its document is known to have existed. Null while
 * none is final. `/log/anchor/<size>` has all of it.
 */
export const FirstAnchor = z.strictObject({
  anchor: z.nullable(z.omit(AnchorHead, { root: true, confirmations: true })),
})
export type FirstAnchor = z.infer<typeof FirstAnchor>

/** Why the record or its anchoring waits, when it does: each is shown to people and ends by itself. */
export const AnchorTrouble = z.enum([
  'node-unreachable',
  'wrong-chain',
  'no-funds',
  'fee-above-cap',
  'head-unknown',
  'key-closed',
  'record-stopped',
])
export type AnchorTrouble = z.infer<typeof AnchorTrouble>

export const Heads = z.strictObject({
  checkpoint: z.nullable(CheckpointHead),
  /** The newest anchor, however few confirmations it has. */
  anchor: z.nullable(AnchorHead),
  /**
   * The newest anchor with enough confirmations: everything below its size is final, and stays so
   * while a newer anchor waits for its own. The same as `anchor` once that is final too.
   */
  settled: z.nullable(AnchorHead),
  /** A transaction that is sent but not yet seen on the chain. */
  pending: z.nullable(z.strictObject({ size: z.int(), txHash: Word })),
  /** When the next anchor is due, if entries wait for one. */
  nextAnchorAt: z.nullable(z.iso.datetime()),
  trouble: z.nullable(AnchorTrouble),
  confirmationsWanted: z.int(),
  chain: z.strictObject({
    id: z.int(),
    contract: Address,
    operator: Address,
    /** True while the chain is the embedded one: it proves nothing to others. */
    embedded: z.boolean(),
  }),
})
export type Heads = z.infer<typeof Heads>

/** JSON-RPC methods the chain proxy passes on; `eth_call` only to the LogAnchor contract. */
export const CHAIN_METHODS = [
  'eth_chainId',
  'eth_blockNumber',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getTransactionReceipt',
  'eth_getCode',
  'eth_call',
] as const
export type ChainMethod = (typeof CHAIN_METHODS)[number]

const RpcId = z.union([z.number(), z.string()])

/** One JSON-RPC request; batches are not taken. */
export const ChainRequest = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: RpcId,
  method: z.string(),
  params: z.optional(z.array(z.unknown()).check(z.maxLength(4))),
})
export type ChainRequest = z.infer<typeof ChainRequest>

/** The node's result, or its error with the contract's revert data. */
export const ChainAnswer = z.union([
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
export type ChainAnswer = z.infer<typeof ChainAnswer>
