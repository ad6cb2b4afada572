/**
 * Certificates and revocations, written once.
 *
 * `_id` is made in the browser, so that a request that is sent again is the same certificate. `index`
 * is unique: an entry of the log is one certificate's. `previous` is unique where it is there: of two
 * rows that revoke or supersede the same certificate, the database takes one. A revocation belongs to
 * no list and so has no workspace. A certificate's state follows from `index` and the heads and is
 * stored nowhere.
 */
import type { OpeningJson } from '@inkproof/protocol/certificates'
import { type Connection, type Model, Schema } from 'mongoose'

export type CertificateRow = {
  _id: string
  workspaceId: string
  accountId: string
  index: number
  leafHash: string
  opening: OpeningJson
  fileName: string
  fileSize: number
  showIssuer: boolean
  /** The fingerprint, only where the owner lets people who hold the file find the certificate. */
  findable?: string
  certifiedAt: Date
}

/** A row that ends another one's validity. */
export type RevocationRow = Pick<
  CertificateRow,
  '_id' | 'accountId' | 'index' | 'leafHash' | 'opening' | 'certifiedAt'
> & {
  /** Index of the entry that this one revokes. */
  previous: number
}

/** What the collection holds: one of the two. */
export type StoredRow = CertificateRow | RevocationRow

const fixed = { required: true, immutable: true } as const

const certificateSchema = new Schema(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, immutable: true },
    accountId: { type: String, ...fixed },
    index: { type: Number, ...fixed, unique: true },
    leafHash: { type: String, ...fixed },
    opening: { type: Schema.Types.Mixed, ...fixed },
    fileName: { type: String, immutable: true },
    fileSize: { type: Number, immutable: true },
    showIssuer: { type: Boolean, immutable: true },
    findable: { type: String, immutable: true },
    previous: { type: Number, immutable: true, unique: true, sparse: true },
    certifiedAt: { type: Date, ...fixed },
  },
  { collection: 'certificates', strict: 'throw', versionKey: false, autoIndex: false },
)
// For lists: equality first, then the order they are shown in.
certificateSchema.index({ workspaceId: 1, index: 1 })
certificateSchema.index({ findable: 1 }, { sparse: true })

/** The collection. */
export type Certificates = Model<StoredRow>

export function certificateModel(connection: Connection): Certificates {
  return connection.model<StoredRow>(
    'Certificate',
    certificateSchema as unknown as Schema<StoredRow>,
  )
}
