/**
 * An e-mail as a field of the row that causes it (transactional outbox). One write stores the row and its
 * e-mail, so neither a crash nor a loss of data in Redis loses the e-mail. The queue only notifies the sender
 * (docs/decisions/email-outbox.md).
 */
import { LANGUAGES } from '@inkproof/texts/texts-for'
import { type InferSchemaType, Schema } from 'mongoose'
import { PRIORITIES } from './priorities.ts'

export const outboxEntrySchema = new Schema(
  {
    /** The id of the template. Null in rows of earlier releases, for which the collection derives the id. */
    template: { type: String, default: null, immutable: true },
    /** The recipient's language. */
    language: { type: String, enum: LANGUAGES, default: 'en', immutable: true },
    /** One mailbox. */
    to: { type: String, required: true, immutable: true },
    /**
     * `due`: not accepted yet. `sent`: accepted by the mail server. `refused`: rejected permanently, or not accepted
     * within a day. `dropped`: not sent, because it has no recipient or has become obsolete.
     */
    state: { type: String, required: true, enum: ['due', 'sent', 'refused', 'dropped'] },
    /** The earliest time of the next attempt. */
    dueAt: { type: Date, required: true },
    /** Number of attempts so far. */
    tries: { type: Number, required: true },
    /** The priority; lower numbers are sent first. */
    rank: {
      type: Number,
      enum: Object.values(PRIORITIES),
      default: PRIORITIES.notice,
      immutable: true,
    },
    sentAt: { type: Date, default: null },
    /** The mail server's last response, without IP addresses, or a failure code (failure-codes.ts). */
    answer: { type: String, default: null },
  },
  { _id: false, strict: 'throw' },
)

/** The e-mail of a row. */
export type OutboxEntry = InferSchemaType<typeof outboxEntrySchema>

/** A row that may cause an e-mail: its schema has `mail: { type: outboxEntrySchema, default: null }`. */
export type OutboxRow = { _id: string; mail?: OutboxEntry | null }

/** The index by which the sender finds due e-mails; every collection with an outbox has it. */
export const OUTBOX_INDEX = { 'mail.state': 1, 'mail.rank': 1, 'mail.dueAt': 1 } as const
