/**
 * Certificates and revocations. A row never changes, except that the ID of a deleted account is replaced.
 *
 * `_id` is generated in the browser, so that a repeated request creates the same certificate.
 * `index` is unique: a log entry belongs to one certificate. `previous` is unique where present: of
 * two rows that revoke or supersede the same certificate, the database accepts only one. A revocation
 * is not listed, so it has no workspace. A certificate's state is not stored, because it follows from
 * `index` and the heads.
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
  /** The fingerprint, if the owner allows people with the file to find the certificate. */
  findable?: string
  certifiedAt: Date
}

/** The row of an entry that revokes a certificate. */
export type RevocationRow = Pick<
  CertificateRow,
  '_id' | 'accountId' | 'index' | 'leafHash' | 'opening' | 'certifiedAt'
> & {
  /** Index of the revoked certificate's entry. */
  previous: number
}

/** A document of the collection. */
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
// Index for lists: equality first, then the sort order.
certificateSchema.index({ workspaceId: 1, index: 1 })
// For the certificates of one file in a workspace.
certificateSchema.index({ workspaceId: 1, 'opening.fingerprint': 1, index: 1 })
// For a user's data export, and for removing a user from their rows.
certificateSchema.index({ accountId: 1, index: 1 })
certificateSchema.index({ findable: 1 }, { sparse: true })

/** The collection. */
export type Certificates = Model<StoredRow>

export function certificateModel(connection: Connection): Certificates {
  return connection.model<StoredRow>(
    'Certificate',
    certificateSchema as unknown as Schema<StoredRow>,
  )
}
