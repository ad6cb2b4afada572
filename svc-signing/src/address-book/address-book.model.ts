/** The address book of each workspace: one row per address. */
import { type Connection, type Model, Schema } from 'mongoose'

export type AddressBookRow = {
  /** SHA-256 of workspace and address, base64url: one row per address, and no address in errors of the database. */
  _id: string
  workspaceId: string
  /** Normalized (ascii-email). */
  email: string
  /** As it was entered last. */
  name: string
  /** What finds the person (search-words). */
  keys: string[]
  lastUsedAt: Date
  /** ID of the signing request that was sent to them last. */
  lastUsedIn: string
}

const fixed = { required: true, immutable: true } as const

const addressBookSchema = new Schema(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, ...fixed },
    email: { type: String, ...fixed },
    name: { type: String, required: true },
    keys: [String],
    lastUsedAt: { type: Date, required: true },
    lastUsedIn: { type: String, required: true },
  },
  { collection: 'addressBook', strict: 'throw', versionKey: false, autoIndex: false },
)
// For searches by the beginning of a word, and for deleting the rows of a workspace.
addressBookSchema.index({ workspaceId: 1, keys: 1 })
// For the list, the most recently used first.
addressBookSchema.index({ workspaceId: 1, lastUsedAt: -1, _id: -1 })

/** The collection. */
export type AddressBookRows = Model<AddressBookRow>

export function addressBookModel(connection: Connection): AddressBookRows {
  return connection.model<AddressBookRow>(
    'AddressBookEntry',
    addressBookSchema as unknown as Schema<AddressBookRow>,
  )
}
