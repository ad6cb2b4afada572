/**
 * Profile pictures created by picture.child.mjs. Only the 128 random bits of `_id` protect them, because an image tag
 * sends no token. Rows never change and a new picture has a new id, so browsers may cache them forever.
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

export type PictureModel = ReturnType<typeof pictureModel>

export function pictureModel(connection: Connection) {
  return connection.model('Picture', pictureSchema)
}
