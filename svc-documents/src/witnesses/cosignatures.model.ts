/**
 * What the witnesses have answered. Nothing here is needed for safety: a witness tells its size when ours is wrong, and
 * a lost cosignature is collected again.
 */
import { type Connection, type Model, Schema } from 'mongoose'

/** The newest cosignature of a witness on a state of the log. */
export type CosignatureRow = {
  /** `<size>:<root in hex>:<public key in hex>`. */
  _id: string
  size: number
  /** Hex. */
  root: string
  /** The signature line as the witness sent it, with its newline. */
  line: string
  /** Seconds since 1970-01-01 UTC. */
  time: number
}

/** The size of the largest checkpoint that a witness is known to have cosigned. `_id` is its public key in hex. */
export type WitnessRow = { _id: string; size: number }

const fixed = { required: true, immutable: true } as const

const cosignatureSchema = new Schema<CosignatureRow>(
  {
    _id: { type: String, required: true },
    size: { type: Number, ...fixed, index: true },
    root: { type: String, ...fixed },
    line: { type: String, required: true },
    time: { type: Number, required: true },
  },
  { collection: 'cosignatures', strict: 'throw', versionKey: false, autoIndex: false },
)

const witnessSchema = new Schema<WitnessRow>(
  { _id: { type: String, required: true }, size: { type: Number, required: true } },
  { collection: 'witnesses', strict: 'throw', versionKey: false, autoIndex: false },
)

/** The collections. */
export type CosignatureModels = {
  cosignatures: Model<CosignatureRow>
  witnesses: Model<WitnessRow>
}

export function cosignatureModels(connection: Connection): CosignatureModels {
  return {
    cosignatures: connection.model<CosignatureRow>('Cosignature', cosignatureSchema),
    witnesses: connection.model<WitnessRow>('Witness', witnessSchema),
  }
}
