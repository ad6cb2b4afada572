/**
 * Identities used to sign in to accounts: `_id` is the identity itself (`email:ann@example.com`, `wallet:0x…`,
 * `passkey:…`, `provider:…`), so one identity can never belong to two accounts, even under concurrent calls.
 *
 * An identity can be used to sign in only if its account lists it too. The identity row alone only prevents other
 * accounts from adding the identity (sign-in-methods/link-identity.ts).
 */
import { type Connection, type InferRawDocTypeFromSchema, Schema } from 'mongoose'

const identitySchema = new Schema(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    /** Replaced by each write that depends on this row, so that concurrent writers that read it earlier fail. */
    stamp: { type: String, default: null },
    createdAt: { type: Date, required: true, immutable: true },
  },
  { collection: 'identities', strict: 'throw', versionKey: false, autoIndex: false },
)
// Finds all identities of an account that is being deleted.
identitySchema.index({ accountId: 1 })

export type IdentityRow = InferRawDocTypeFromSchema<typeof identitySchema>

export type IdentityModel = ReturnType<typeof identityModel>

export function identityModel(connection: Connection) {
  return connection.model('Identity', identitySchema)
}
