/**
 * The progress of the record: one document with `_id` `log`.
 *
 * The signed state (`size`, `root`, `note`) only grows, which a conditional update ensures; `root` and `note` are null
 * until the empty record is signed, right after the first start. The anchored
 * state may become older when the chain reorganizes. The state of any certificate follows from its index and this
 * document.
 */
import type { AnchorHead, AnchorProblem } from '@inkproof/protocol/log'
import { type Connection, type Model, Schema } from 'mongoose'

const headsSchema = new Schema<HeadsRow>(
  {
    _id: { type: String, required: true },
    /** Number of entries in a signed state. */
    size: { type: Number, required: true, default: 0 },
    root: { type: String, default: null },
    note: { type: String, default: null },
    signedAt: { type: Date, default: null },
    anchor: { type: Schema.Types.Mixed, default: null },
    settled: { type: Schema.Types.Mixed, default: null },
    pending: { type: Schema.Types.Mixed, default: null },
    nextAnchorAt: { type: Date, default: null },
    trouble: { type: String, default: null },
    isStopped: { type: Boolean, default: false },
    aliveAt: { type: Date, default: null },
    /** Written only as a barrier: when this write is durable, so are all earlier ones. */
    barrierAt: { type: Date, default: null },
  },
  { collection: 'heads', strict: 'throw', versionKey: false, autoIndex: false, minimize: false },
)

export type HeadsRow = {
  _id: string
  size: number
  root: string | null
  note: string | null
  signedAt: Date | null
  anchor: AnchorHead | null
  /** The newest final anchor; missing if the row was written by an older release. */
  settled?: AnchorHead | null
  pending: { size: number; txHash: string } | null
  nextAnchorAt: Date | null
  /** Why anchoring is paused. */
  trouble: AnchorProblem | null
  /** Set while no new state can be signed. */
  isStopped?: boolean
  /** Last heartbeat of the `log` role; missing if the row was written by an older release. */
  aliveAt?: Date | null
  barrierAt: Date | null
}

/** The collection. */
export type HeadsCollection = Model<HeadsRow>

export function headsModel(connection: Connection): HeadsCollection {
  return connection.model<HeadsRow>('Heads', headsSchema)
}
