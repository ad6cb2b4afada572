/**
 * The e-mails about signing requests: one row each. The ID follows from what the e-mail is about, so that inserting it
 * again changes nothing. Neither the secret of a link nor a code is stored: both are derived when the e-mail is composed.
 */
import {
  OUTBOX_INDEX,
  type OutboxEntry,
  outboxEntrySchema,
} from '@inkproof/messages/outbox-entry.model'
import { type Connection, type Model, Schema } from 'mongoose'

export const MAIL_KINDS = [
  'invitation',
  'reminder',
  'extended',
  'code',
  'completed',
  'declined',
  'voided',
  'expired',
  'handed-over',
  'key-waiting',
  'key-released',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

export type SigningMailRow = {
  /** `<envelope>.<person>.<kind>.<number>` */
  _id: string
  workspaceId: string
  envelopeId: string
  /** The recipient it is about; null in e-mails to the sender about the whole request. */
  recipientId: string | null
  /** The account it is sent to, if it is the sender's; null for others. */
  accountId: string | null
  kind: MailKind
  createdAt: Date
  /** Until when the recipient can act, or when the code or the request expires. */
  expiresAt: Date
  /** What the e-mail shows. */
  values: Record<string, string>
  /** What the link in the e-mail is derived from; null without a link of a recipient. */
  link: { linkId: string; address: string; epoch: number } | null
  /** What the code in the e-mail is derived from. */
  code: { nonce: string; thumbprint: string } | null
  mail: OutboxEntry | null
}

const fixed = { required: true, immutable: true } as const
const { Mixed } = Schema.Types

const signingMailSchema = new Schema(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, ...fixed },
    envelopeId: { type: String, ...fixed },
    recipientId: { type: String, default: null, immutable: true },
    accountId: { type: String, default: null, immutable: true },
    kind: { type: String, enum: MAIL_KINDS, ...fixed },
    createdAt: { type: Date, ...fixed },
    expiresAt: { type: Date, ...fixed },
    values: { type: Mixed, ...fixed },
    link: { type: Mixed, default: null, immutable: true },
    code: { type: Mixed, default: null, immutable: true },
    mail: { type: outboxEntrySchema, default: null },
  },
  {
    collection: 'signingMails',
    strict: 'throw',
    minimize: false,
    versionKey: false,
    autoIndex: false,
  },
)
signingMailSchema.index({ envelopeId: 1, createdAt: 1 })
// For a user's data export, and for deleting their e-mails.
signingMailSchema.index({ accountId: 1, _id: 1 })
signingMailSchema.index(OUTBOX_INDEX)

/** The collection. */
export type SigningMails = Model<SigningMailRow>

export function signingMailModel(connection: Connection): SigningMails {
  return connection.model<SigningMailRow>(
    'SigningMail',
    signingMailSchema as unknown as Schema<SigningMailRow>,
  )
}
