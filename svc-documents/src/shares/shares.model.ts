/** Share links. `_id` is the SHA-256 of the link: reading the database gives nobody a link. */
import { type Connection, type Model, Schema } from 'mongoose'

export type ShareRow = { _id: string; certificateId: string }

const shareSchema = new Schema<ShareRow>(
  {
    _id: { type: String, required: true },
    certificateId: { type: String, required: true, immutable: true },
  },
  { collection: 'shares', strict: 'throw', versionKey: false, autoIndex: false },
)

/** The collection. */
export type Shares = Model<ShareRow>

export function shareModel(connection: Connection): Shares {
  return connection.model<ShareRow>('Share', shareSchema)
}
