/**
 * A mail as a field of the row that caused it: the row and the duty to tell somebody are one write, so
 * neither a crash nor an empty Redis loses a mail. The queue only rings (docs/decisions/row-then-ring.md).
 */
import { type InferSchemaType, Schema } from 'mongoose'

/**
 * What goes first where mails wait: a link that somebody is waiting for, then what people are told of their
 * account, and last what one person may send to others in large numbers.
 */
export const RANKS = { link: 1, notice: 2, invitation: 3 } as const
export type Rank = (typeof RANKS)[keyof typeof RANKS]

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

/** Where a row with a mail is: what a ring names. */
export type MailRef = { collection: 'events' | 'tokens'; id: string }

/** Wakes the sender for a row; a lost ring only makes its mail later. */
export type RingMail = (ref: MailRef, rank: number) => void

export type MailField = InferSchemaType<typeof mailSchema>

/** A mail to be sent as soon as somebody looks. */
export function dueMail(to: string, now: Date, rank: Rank): MailField {
  return { to, state: 'due', dueAt: now, tries: 0, rank, sentAt: null, answer: null }
}
