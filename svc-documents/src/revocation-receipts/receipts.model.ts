/**
 * Receipts for revocations. The `api` role adds a row for each revocation, and the `log` role, which has the key, signs
 * it. `_id` is that of the revocation's row.
 */
import { type Connection, type Model, Schema } from 'mongoose'

export type ReceiptRow = {
  _id: string
  /** Index and leaf hash (hex) of the certificate's entry. */
  index: number
  entry: string
  /** Index and leaf hash (hex) of the revoking entry. */
  revokedBy: number
  revocation: string
  requestedAt: Date
  /** Present until the receipt is signed. */
  isUnsigned?: true
  /** Present once it is signed: when an anchor must cover the revoking entry, and the signed note. */
  deadline?: Date
  note?: string
}

const fixed = { required: true, immutable: true } as const

const receiptSchema = new Schema<ReceiptRow>(
  {
    _id: { type: String, required: true },
    index: { type: Number, ...fixed },
    entry: { type: String, ...fixed },
    revokedBy: { type: Number, ...fixed },
    revocation: { type: String, ...fixed },
    requestedAt: { type: Date, ...fixed },
    isUnsigned: { type: Boolean, index: true, sparse: true },
    deadline: { type: Date, index: true, sparse: true },
    note: { type: String },
  },
  { collection: 'revocation-receipts', strict: 'throw', versionKey: false, autoIndex: false },
)

/** The collection. */
export type Receipts = Model<ReceiptRow>

export function receiptModel(connection: Connection): Receipts {
  return connection.model<ReceiptRow>('RevocationReceipt', receiptSchema)
}
