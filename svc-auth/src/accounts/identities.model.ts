/**
 * Ways into an account: `_id` is the way itself (`email:ann@example.com`), so one address can never
 * lead to two accounts, however many registrations race.
 *
 * An identity is written before its account; until the account exists it opens nothing, and the next
 * registration with the same address completes it (see register.ts).
 */
import { type Connection, Schema } from 'mongoose'

const identitySchema = new Schema(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true, immutable: true },
    createdAt: { type: Date, required: true, immutable: true },
  },
  { collection: 'identities', strict: 'throw', versionKey: false, autoIndex: false },
)

/** The collection. */
export type IdentityModel = ReturnType<typeof identityModel>

export function identityModel(connection: Connection) {
  return connection.model('Identity', identitySchema)
}

/** Addresses are compared in lower case, whole: what a provider ignores in them is not ours to guess. */
export function emailIdentity(email: string): string {
  return `email:${email.toLowerCase()}`
}
