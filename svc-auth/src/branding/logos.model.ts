/**
 * Logos of workspaces, created by ../profile/picture.child.mjs. Recipients of signing requests see them, so they are not
 * secret; `_id` has 128 random bits, so that nobody can list them. Rows never change and a new logo has a new id, so
 * browsers may cache them forever.
 */
import { type Connection, Schema } from 'mongoose'

const logoSchema = new Schema(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true, immutable: true },
    /** PNG of at most 480 by 160 pixels. */
    bytes: { type: Buffer, required: true, immutable: true },
    createdAt: { type: Date, required: true, immutable: true },
  },
  { collection: 'logos', strict: 'throw', versionKey: false, autoIndex: false },
)
logoSchema.index({ workspaceId: 1 })

export type LogoModel = ReturnType<typeof logoModel>

export function logoModel(connection: Connection) {
  return connection.model('Logo', logoSchema)
}
