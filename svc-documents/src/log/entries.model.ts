/**
 * Entries of the log, written once.
 *
 * `_id` is the entry's index: the primary key assigns each index to one entry. `leafHash` is
 * unique: the same entry is never logged twice, however often it is sent. There is no counter that
 * could disagree with the entries.
 */
import { type Connection, type InferSchemaType, type Model, Schema } from 'mongoose'

const entrySchema = new Schema(
  {
    _id: { type: Number, required: true },
    leafHash: { type: Buffer, required: true, unique: true, immutable: true },
    /** The 42 bytes of the entry, which the tree hashes as a leaf. */
    bytes: { type: Buffer, required: true, immutable: true },
  },
  { collection: 'entries', strict: 'throw', versionKey: false, autoIndex: false },
)

type EntryRow = InferSchemaType<typeof entrySchema>

/** The collection. */
export type Entries = Model<EntryRow>

export function entryModel(connection: Connection): Entries {
  return connection.model<EntryRow>('Entry', entrySchema)
}
