/**
 * Share links. `_id` is the SHA-256 of the link: reading the database gives nobody a link.
 *
 * A link follows from its certificate's id, so its row is also what decides which entry has the id.
 */
import { type Connection, type Model, Schema } from 'mongoose'

export type ShareRow = {
  _id: string
  certificateId: string
  /** The entry that the id was taken for; missing in what an older release wrote. */
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
