/**
 * Accounts: `_id` is named by the identity that leads to it, so the first of several racing
 * registrations writes it and the others find the key taken.
 */
import type { User } from '@inkproof/protocol/auth'
import { type Connection, type InferSchemaType, Schema } from 'mongoose'

const accountSchema = new Schema(
  {
    _id: { type: String, required: true },
    email: { type: String, required: true },
    firstName: { type: String, default: null },
    lastName: { type: String, default: null },
    /** Argon2id in the PHC string format; it carries its own salt and cost. */
    passwordHash: { type: String, required: true },
    /** The personal workspace made at sign-up; owns everything this person makes. */
    workspaceId: { type: String, required: true, immutable: true },
    createdAt: { type: Date, required: true, immutable: true },
  },
  { collection: 'accounts', strict: 'throw', versionKey: false, autoIndex: false },
)

export type AccountRow = InferSchemaType<typeof accountSchema>

/** The collection. */
export type AccountModel = ReturnType<typeof accountModel>

export function accountModel(connection: Connection) {
  return connection.model('Account', accountSchema)
}

/** The account as front ends see it. */
export function toUser(account: AccountRow): User {
  return {
    id: account._id,
    email: account.email,
    firstName: account.firstName ?? null,
    lastName: account.lastName ?? null,
    walletAddress: null,
    profileImageUrl: null,
    workspaceId: account.workspaceId,
    createdAt: account.createdAt.toISOString(),
  }
}
