/**
 * Profile pictures, as made by picture.child.mjs. `_id` is 128 random bits and the only protection, because an
 * image tag carries no token. Rows never change and a new picture has a new id, so browsers may cache them for
 * ever.
 */
import { type Connection, Schema } from 'mongoose'

const pictureSchema = new Schema(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true, immutable: true },
    /** WebP, 256 by 256. */
    bytes: { type: Buffer, required: true, immutable: true },
    createdAt: { type: Date, required: true, immutable: true },
  },
  { collection: 'pictures', strict: 'throw', versionKey: false, autoIndex: false },
)
pictureSchema.index({ accountId: 1 })

/** The collection. */
export type PictureModel = ReturnType<typeof pictureModel>

export function pictureModel(connection: Connection) {
  return connection.model('Picture', pictureSchema)
}
