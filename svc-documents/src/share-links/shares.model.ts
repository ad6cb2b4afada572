/**
 * Share links. `_id` is the SHA-256 of the link, so reading the database reveals no link.
 *
 * A link is derived from a certificate's ID, so the link's row also decides which entry owns that ID.
 */
import { type Connection, type Model, Schema } from 'mongoose'

export type ShareRow = {
  _id: string
  certificateId: string
  /** Leaf hash of the entry that claimed the ID; missing in rows written by an older release. */
  leafHash?: string
}

const shareSchema = new Schema<ShareRow>(
  {
    _id: { type: String, required: true },
    certificateId: { type: String, required: true, immutable: true },
    leafHash: { type: String, immutable: true },
  },
  { collection: 'shares', strict: 'throw', versionKey: false, autoIndex: false },
)

/** The collection. */
export type Shares = Model<ShareRow>

export function shareModel(connection: Connection): Shares {
  return connection.model<ShareRow>('Share', shareSchema)
}
