/**
 * Ways into an account: `_id` is the way itself (`email:ann@example.com`, `wallet:0x…`, `passkey:…`,
 * `provider:…`), so one way can never lead to two accounts, however many calls race.
 *
 * An identity opens an account only if the account lists it as well: the identity is the lock, the account
 * says what it is a lock for (see ways/link-way.ts).
 */
import { type Connection, type InferRawDocTypeFromSchema, Schema } from 'mongoose'

const identitySchema = new Schema(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    /** Another one whenever somebody decides by this row: who looked before has then decided nothing. */
    stamp: { type: String, default: null },
    createdAt: { type: Date, required: true, immutable: true },
  },
  { collection: 'identities', strict: 'throw', versionKey: false, autoIndex: false },
)
// All that lead to an account, when it goes.
identitySchema.index({ accountId: 1 })

export type IdentityRow = InferRawDocTypeFromSchema<typeof identitySchema>

/** The collection. */
export type IdentityModel = ReturnType<typeof identityModel>

export function identityModel(connection: Connection) {
  return connection.model('Identity', identitySchema)
}
