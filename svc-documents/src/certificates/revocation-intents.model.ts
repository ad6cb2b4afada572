/**
 * Revocations in progress. `_id` is derived from the revoked certificate's ID, so each certificate has at most one.
 *
 * An intent is stored before the revoking entry is appended, and deleted once that entry has a row.
 * Intents left behind by a crash are completed at the next start.
 */
import { type Connection, type Model, Schema } from 'mongoose'
import type { RevocationRow } from './certificates.model.ts'

/** The fields of a revocation's row that are known before its entry has an index. */
export type RevocationIntent = Omit<RevocationRow, 'index'>

const fixed = { required: true, immutable: true } as const

const intentSchema = new Schema<RevocationIntent>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, ...fixed },
    leafHash: { type: String, ...fixed },
    opening: { type: Schema.Types.Mixed, ...fixed },
    previous: { type: Number, ...fixed },
    certifiedAt: { type: Date, ...fixed },
  },
  { collection: 'revocation-intents', strict: 'throw', versionKey: false, autoIndex: false },
)

/** The collection. */
export type RevocationIntents = Model<RevocationIntent>

export function revocationIntentModel(connection: Connection): RevocationIntents {
  return connection.model<RevocationIntent>('RevocationIntent', intentSchema)
}
