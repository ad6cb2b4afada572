/**
 * Events of an account that its owner should know about. Only the outbox entry of a row is ever updated. If the same
 * event may be reported twice, `_id` contains its cause (`<account>.new-device.<browser>`), so it is recorded once.
 */
import { OUTBOX_INDEX, outboxEntrySchema } from '@inkproof/messages/outbox-entry.model'
import { EVENT_KINDS } from '@inkproof/protocol/event-kinds'
import { type Connection, type InferSchemaType, Schema } from 'mongoose'

const eventSchema = new Schema(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true, immutable: true },
    kind: { type: String, required: true, immutable: true, enum: EVENT_KINDS },
    at: { type: Date, required: true, immutable: true },
    /** Values for the templates, such as device, location or what was added. Never a secret. */
    data: { type: Schema.Types.Mixed, required: true, immutable: true },
    mail: { type: outboxEntrySchema, default: null },
  },
  { collection: 'events', strict: 'throw', versionKey: false, autoIndex: false, minimize: false },
)
eventSchema.index({ accountId: 1, at: -1 })
eventSchema.index(OUTBOX_INDEX)

export type EventRow = InferSchemaType<typeof eventSchema>

export type EventModel = ReturnType<typeof eventModel>

export function eventModel(connection: Connection) {
  return connection.model('Event', eventSchema)
}
