/**
 * One-time secrets that are mailed. `_id` is the SHA-256 of the secret, so the database contains no usable secret. A
 * token is consumed by a conditional update, so it works only once. The secret is derived from `seed` and AUTH_KEY each
 * time the e-mail is composed.
 */
import { OUTBOX_INDEX, outboxEntrySchema } from '@inkproof/messages/outbox-entry.model'
import { type Connection, type InferSchemaType, Schema } from 'mongoose'

export const TOKEN_KINDS = [
  'reset',
  'confirm-email',
  'change-email',
  'undo-email',
  'invitation',
] as const
export type TokenKind = (typeof TOKEN_KINDS)[number]

const tokenSchema = new Schema(
  {
    _id: { type: String, required: true },
    seed: { type: String, required: true, immutable: true },
    kind: { type: String, required: true, immutable: true, enum: TOKEN_KINDS },
    /** For an invitation the workspace, for a reset the identity of the e-mail address, otherwise the account. */
    ownerId: { type: String, required: true, immutable: true },
    data: { type: Schema.Types.Mixed, required: true, immutable: true },
    createdAt: { type: Date, required: true, immutable: true },
    expiresAt: { type: Date, required: true, immutable: true },
    /** `open` until it is used or withdrawn. */
    state: { type: String, required: true, enum: ['open', 'used', 'withdrawn'] },
    mail: { type: outboxEntrySchema, default: null },
  },
  { collection: 'tokens', strict: 'throw', versionKey: false, autoIndex: false, minimize: false },
)
tokenSchema.index({ ownerId: 1, kind: 1 })
tokenSchema.index(OUTBOX_INDEX)
tokenSchema.index({ kind: 1, expiresAt: 1 })

export type TokenRow = InferSchemaType<typeof tokenSchema>

export type TokenModel = ReturnType<typeof tokenModel>

export function tokenModel(connection: Connection) {
  return connection.model('Token', tokenSchema)
}
