/**
 * Planned anchors. Each row describes one anchor, which moves the log on the chain from `_id` entries to `toSize`.
 *
 * The primary key ensures that concurrent workers agree on one row. Only `txs` (with `attempts`) ever changes: each
 * raw transaction is added before it is broadcast. Whether an anchor is on the chain is not stored, but read from
 * the chain.
 */
import { type Connection, type Model, Schema } from 'mongoose'

/** A signed transaction. Amounts are decimal text, because they exceed safe integers. */
export type AnchorTx = {
  raw: string
  txHash: string
  nonce: number
  maxFeeWei: string
  priorityFeeWei: string
  signedAt: Date
}

export type AnchorRow = {
  _id: number
  /** Root at `_id` entries; 32 zero bytes for the first anchor. */
  fromRoot: string
  toSize: number
  toRoot: string
  /** What the contract stores for the new head: 0x and 64 hex characters. */
  toHead: string
  /** The signed checkpoint of `toSize`. */
  note: string
  /** Consistency proof from `_id` to `toSize`, hashes in hex. */
  proof: string[]
  /** The status entry in the anchored state: its index, and the number of entries that it covers. */
  status: { index: number; size: number }
  plannedAt: Date
  /** Length of `txs`: a transaction is added only if this has not changed since the row was read. */
  attempts: number
  txs: AnchorTx[]
}

const fixed = { required: true, immutable: true } as const

const txSchema = new Schema<AnchorTx>(
  {
    raw: { type: String, ...fixed },
    txHash: { type: String, ...fixed },
    nonce: { type: Number, ...fixed },
    maxFeeWei: { type: String, ...fixed },
    priorityFeeWei: { type: String, ...fixed },
    signedAt: { type: Date, ...fixed },
  },
  { _id: false, strict: 'throw' },
)

const statusSchema = new Schema<AnchorRow['status']>(
  { index: { type: Number, ...fixed }, size: { type: Number, ...fixed } },
  { _id: false, strict: 'throw' },
)

const anchorSchema = new Schema<AnchorRow>(
  {
    _id: { type: Number, required: true },
    fromRoot: { type: String, ...fixed },
    toSize: { type: Number, ...fixed },
    toRoot: { type: String, ...fixed },
    toHead: { type: String, ...fixed, index: true },
    note: { type: String, ...fixed },
    proof: { type: [String], ...fixed },
    status: { type: statusSchema, ...fixed },
    plannedAt: { type: Date, ...fixed },
    attempts: { type: Number, required: true },
    txs: { type: [txSchema], required: true },
  },
  { collection: 'anchors', strict: 'throw', versionKey: false, autoIndex: false },
)

/** The collection. */
export type Anchors = Model<AnchorRow>

export function anchorModel(connection: Connection): Anchors {
  return connection.model<AnchorRow>('Anchor', anchorSchema)
}
