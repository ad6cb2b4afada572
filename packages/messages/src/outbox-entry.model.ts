/**
 * A mail as a field of the row that caused it: the row and the duty to tell somebody are one write, so
 * neither a crash nor an empty Redis loses a mail. The queue only rings (docs/decisions/row-then-ring.md).
 */
import { type InferSchemaType, Schema } from 'mongoose'
import { RANKS } from './ranks.ts'

export const mailSchema = new Schema(
  {
    /** One mailbox. */
    to: { type: String, required: true, immutable: true },
    /**
     * `due` until the mail server has taken it or refused it for good; `dropped` where there was nobody to
     * tell, or nothing left to tell of.
     */
    state: { type: String, required: true, enum: ['due', 'sent', 'refused', 'dropped'] },
    /** The next try is not made before. */
    dueAt: { type: Date, required: true },
    tries: { type: Number, required: true },
    rank: { type: Number, enum: Object.values(RANKS), default: RANKS.notice, immutable: true },
    sentAt: { type: Date, default: null },
    /** What the mail server said last, without addresses of machines. */
    answer: { type: String, default: null },
  },
  { _id: false, strict: 'throw' },
)

export type MailField = InferSchemaType<typeof mailSchema>
