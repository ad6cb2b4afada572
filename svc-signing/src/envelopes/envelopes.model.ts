/**
 * Signing requests: one row each, with everything that changes together, so that every change is one conditional update.
 *
 * - Steps are only ever appended. A change names the state and the number of steps that it is based on, so of two changes
 *   at the same time the database accepts one. Nothing else changes state, recipients or steps.
 * - After `start`, `request` never changes.
 * - A file is listed in `pendingFiles` before it is stored, and leaves the list in the update that refers to it. A file
 *   that is still listed at `until` belongs to nothing and is deleted.
 * - `dueAt` is the next time at which the job has work; a job that takes up a row moves it to the end of its lease.
 */
import type { CertifyRequest } from '@inkproof/protocol/certificates'
import type {
  EnvelopeDocument,
  EnvelopeField,
  EnvelopeState,
  WaitingFor,
} from '@inkproof/protocol/envelopes'
import type { SigningPasskey } from '@inkproof/protocol/passkey-keys'
import type { RecipientRole } from '@inkproof/protocol/recipient-roles'
import type { Reminders } from '@inkproof/protocol/start-envelope'
import type { Consent } from '@inkproof/signing/consent-text'
import type { StepType } from '@inkproof/signing/step'
import { type Connection, type Model, type QueryFilter, Schema, type UpdateQuery } from 'mongoose'

/** A step, with the opening that its entry in the public record commits to. */
export type StepRow = {
  type: StepType
  at: Date
  /** ID of the recipient it concerns; null for steps of the whole request. */
  recipient: string | null
  /** Leaf hash, hex. */
  leaf: string
  /** Deterministic CBOR of the opening (packages/proof), base64url. */
  opening: string
  /** Index of its entry; null until it was added. */
  index: number | null
}

/** The key that is bound to a recipient. */
export type KeyRow = {
  /** SHA-256, hex (packages/signing, public-key). */
  thumbprint: string
  /** Address of the wallet, lower case with 0x; absent for other keys. */
  wallet?: string
  /** Absent for other keys. */
  passkey?: SigningPasskey
  /** Leaf hash of the step that bound it, hex. */
  boundBy: string
}

export type StatementRow = {
  /** Digest of the statement, hex. */
  digest: string
  /** The encoded signed statement of packages/signing, base64url. */
  signed: string
  /** The appearance streams that it commits to, base64url. */
  appearances: string[]
  /** By the service's clock. */
  signedAt: Date
}

/** An access code that the sender set, as scrypt(code, salt), base64url. */
export type AccessCodeRow = { salt: string; hash: string; wrong: number }

/** A code that was mailed to a recipient. It is derived from the nonce, and works only for this key. */
export type CodeRow = {
  nonce: string
  /** Thumbprint of the key, hex. */
  thumbprint: string
  expiresAt: Date
  /** Number of wrong codes that were entered. */
  wrong: number
}

/** The statement by which a recipient declined, as in {@link StatementRow}. */
export type DeclinedRow = { digest: string; signed: string; reason: string; at: Date }

/**
 * A recipient, or who replaced one by a hand-over or a correction of the sender: such a person has the same order and role.
 */
export type RecipientRow = {
  /** `recipient-1` and so on; the next number for a person who replaces another. */
  id: string
  /** Identifies the mailed link; null for the sender, who acts in their own session. */
  linkId: string | null
  /** Account of the sender, if this is the sender. Null for others, and after the account was deleted. */
  accountId: string | null
  name: string
  /** Normalized (ascii-email). */
  email: string
  role: RecipientRole
  order: number
  /** ID of the recipient in the envelope whose fields this person fills. */
  original: string
  /** ID of who replaced this person; null if nobody did. */
  handedOverTo: string | null
  /** Whether the sender corrected name or address; `handedOverTo` is then the ID with what applies now. */
  isCorrected?: true
  accessCode: AccessCodeRow | null
  /** How many days they have from their turn on; absent if they have as long as the request. */
  answerWithinDays?: number
  /** Until when they can act. Set by the update that gives them their turn (answer-times.ts). */
  answerBy?: Date
  /** How often the sender gave them more time. */
  extensions?: number
  openedAt: Date | null
  code: CodeRow | null
  /** When codes were mailed in the last day. */
  codesAt: Date[]
  key: KeyRow | null
  /** Another key, confirmed by a mailed code, that waits for the sender. `isReleased`: the sender has allowed it. */
  otherKey: {
    thumbprint: string
    wallet?: string
    passkey?: SigningPasskey
    requestedAt: Date
    isReleased: boolean
  } | null
  /** That of a signer or approver. */
  statement: StatementRow | null
  declined: DeclinedRow | null
}

/** What was fixed when signing started. */
export type RequestRow = {
  /** SHA-256 of the request, hex, which recognizes its repetition. */
  startedWith: string
  startedAt: Date
  expiresAt: Date
  /** The encoded envelope of packages/signing, base64url, and its digest, hex. */
  envelope: string
  digest: string
  /** How recipients see the sender (sender-name.ts), and the language of the e-mails. */
  sender: string
  language: string
  message: string
  reminders: Reminders | null
  /** Origin of the public record, and the chain that anchors it. */
  origin: string
  chainId: number
  /** The text that signers consent to. */
  consent: Consent
  fields: EnvelopeField[]
  /** ID of the stored file, SHA-256 as hex, and size in bytes. */
  prepared: { file: string; fingerprint: string; size: number }
}

/** A file that a signer has attached to a field (attachments.ts). */
export type AttachmentRow = {
  field: string
  /** ID of the recipient who uploaded it. */
  recipient: string
  /** ID of the stored file, which has the media type; name, size in bytes and SHA-256 as hex. */
  file: string
  fileName: string
  size: number
  fingerprint: string
  uploadedAt: Date
}

/** The finished document, and the request for its certificate, which is created once so that it is certified once. */
export type FinishedRow = {
  file: string
  fileName: string
  size: number
  fingerprint: string
  /** The stored file beside it; absent if the evidence is in the document. */
  evidence?: { file: string; fileName: string; size: number }
  certify: CertifyRequest
}

export type EnvelopeRow = {
  /** Chosen by the client. */
  _id: string
  workspaceId: string
  /** Who created it. Replaced when the account is deleted. */
  accountId: string
  createdAt: Date
  state: EnvelopeState
  /** It is being deleted: a draft, or a request of a workspace that has ended. It is no longer shown. */
  isDeleted: boolean
  title: string
  document: EnvelopeDocument
  /** ID of the stored upload; null until it is stored. */
  upload: string | null
  /** `isAbandoned`: it is being deleted. */
  pendingFiles: { file: string; until: Date; isAbandoned: boolean }[]
  /** Null for drafts. */
  request: RequestRow | null
  recipients: RecipientRow[]
  steps: StepRow[]
  /** Absent in rows of earlier releases. */
  attachments?: AttachmentRow[]
  /** Null until the finished document is stored. */
  finished: FinishedRow | null
  /** What the completion waits for, if it takes longer than usual. */
  waitingFor: WaitingFor | null
  /** When it was completed, declined, voided or expired. */
  endedAt: Date | null
  /** When the job works on it next; null if never. */
  dueAt: Date | null
  /** Failed attempts of the job since its last success. */
  attempts: number
}

const fixed = { required: true, immutable: true } as const
const { Mixed } = Schema.Types

const envelopeSchema = new Schema(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, ...fixed },
    accountId: { type: String, required: true },
    createdAt: { type: Date, ...fixed },
    state: { type: String, required: true },
    isDeleted: { type: Boolean, required: true },
    title: { type: String, required: true },
    document: { type: Mixed, ...fixed },
    upload: String,
    pendingFiles: [Mixed],
    request: Mixed,
    recipients: [Mixed],
    steps: [Mixed],
    attachments: [Mixed],
    finished: Mixed,
    waitingFor: String,
    endedAt: Date,
    dueAt: Date,
    attempts: { type: Number, required: true },
  },
  {
    collection: 'envelopes',
    strict: 'throw',
    minimize: false,
    versionKey: false,
    autoIndex: false,
  },
)
// For lists of all requests and of those with a state, newest first: equality first, then the sort order.
envelopeSchema.index({ workspaceId: 1, createdAt: -1, _id: -1 })
envelopeSchema.index({ workspaceId: 1, state: 1, createdAt: -1, _id: -1 })
// For what waits for a person, by their address, newest first.
envelopeSchema.index({ 'recipients.email': 1, state: 1, createdAt: -1, _id: -1 })
// For the job.
envelopeSchema.index({ dueAt: 1 })
// For a user's data export, and for removing a user from their rows.
envelopeSchema.index({ accountId: 1, _id: 1 })
envelopeSchema.index({ 'recipients.accountId': 1, _id: 1 })
// For links, and for removing a person's address.
envelopeSchema.index({ 'recipients.linkId': 1 })

/** The collection. */
export type Envelopes = Model<EnvelopeRow>

export function envelopeModel(connection: Connection): Envelopes {
  return connection.model<EnvelopeRow>('Envelope', envelopeSchema as unknown as Schema<EnvelopeRow>)
}

/** The condition of a query, and a change. */
export type EnvelopeFilter = QueryFilter<EnvelopeRow>
export type EnvelopeUpdate = UpdateQuery<EnvelopeRow>
