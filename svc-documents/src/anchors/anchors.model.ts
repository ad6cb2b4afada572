/**
 * Planned anchors: a row for each step of the log on the chain, with the starting size as `_id`.
 *
 * The primary key ensures that concurrent workers plan one row; its content never changes. `txs` only grows: each
 * raw transaction is stored before it is broadcast. Whether the anchor happened is not stored but read from the
 * chain.
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
  /** Index of the status entry covered by this anchor, and the number of entries it covers. */
  status: { index: number; size: number }
  plannedAt: Date
  /** Length of `txs`: the condition for adding the next one. */
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
