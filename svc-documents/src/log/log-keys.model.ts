/**
 * The keys that sign the log's checkpoints, in the order of their use.
 *
 * A rotation is stored before its entry is appended. The primary key ensures that concurrent instances agree on the next
 * key, and a rotation that was interrupted is completed at the next start.
 */
import { type Connection, type Model, Schema } from 'mongoose'

export type LogKeyRow = {
  /** 0 for the first key, n for the key that replaced key n − 1. */
  _id: number
  /** Ed25519, hex. */
  publicKey: string
  /** Signatures of the rotation that introduced this key, in hex. The first key has none. */
  newSignature?: string
  /** Missing if the previous key was lost. */
  oldSignature?: string
  /** By the account that anchors, if the previous key was lost. */
  operatorSignature?: string
  /** Index of the rotation's entry; missing until it is appended. */
  index?: number
  /**
   * Size of the first final anchor that contains the entry: the last one that the previous key may sign. Missing until
   * that anchor is final.
   */
  anchoredSize?: number
}

const fixed = { type: String, immutable: true } as const

const logKeySchema = new Schema<LogKeyRow>(
  {
    _id: { type: Number, required: true },
    publicKey: { ...fixed, required: true },
    newSignature: fixed,
    oldSignature: fixed,
    operatorSignature: fixed,
    index: Number,
    anchoredSize: Number,
  },
  { collection: 'logKeys', strict: 'throw', versionKey: false, autoIndex: false },
)

/** The collection. */
export type LogKeysCollection = Model<LogKeyRow>

export function logKeyModel(connection: Connection): LogKeysCollection {
  return connection.model<LogKeyRow>('LogKey', logKeySchema)
}
