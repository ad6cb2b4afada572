/**
 * What happened to an account, as its owner should know it. Written once. `_id` is named by the cause
 * where the same thing may be reported twice (`<account>.new-device.<mark>`), so it is told once.
 */
import { type Connection, type InferSchemaType, Schema } from 'mongoose'
import { mailSchema } from '../mail-field/mail-field.model.ts'

/** Each kind has its words in the mail templates and in the account's history. */
export const EVENT_KINDS = [
  'account-created',
  'new-device',
  'password-set',
  'password-reset',
  'email-confirmed',
  'email-changed',
  'way-added',
  'way-removed',
  'app-added',
  'app-removed',
  'recovery-codes-made',
  'recovery-code-used',
  'sessions-ended',
  'deletion-asked',
  'deletion-cancelled',
  'account-deleted',
  'member-invited',
  'member-joined',
  'role-changed',
  'member-removed',
  'test-mail',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]

const eventSchema = new Schema(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true, immutable: true },
    kind: { type: String, required: true, immutable: true, enum: EVENT_KINDS },
    at: { type: Date, required: true, immutable: true },
    /** Words for the templates: device, place, what was added. Never a secret. */
    data: { type: Schema.Types.Mixed, required: true, immutable: true },
    mail: { type: mailSchema, default: null },
  },
  { collection: 'events', strict: 'throw', versionKey: false, autoIndex: false, minimize: false },
)
eventSchema.index({ accountId: 1, at: -1 })
eventSchema.index({ 'mail.state': 1, 'mail.rank': 1, 'mail.dueAt': 1 })

export type EventRow = InferSchemaType<typeof eventSchema>

/** The collection. */
export type EventModel = ReturnType<typeof eventModel>

export function eventModel(connection: Connection) {
  return connection.model('Event', eventSchema)
}
