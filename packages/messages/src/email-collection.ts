/** A collection whose rows carry an outbox entry. Each decision is one conditional update of one row. */
import type { Model } from 'mongoose'
import type { OutboxEntry, OutboxRow } from './outbox-entry.model.ts'

/** A mongoose model of rows of any type. */
export type AnyModel = Pick<Model<unknown>, 'collection' | 'modelName'>

/** What a feature declares about its collection. */
export type EmailSource<Row extends OutboxRow> = {
  /** Its schema has `mail: { type: outboxEntrySchema, default: null }` and {@link OUTBOX_INDEX}. */
  model: AnyModel
  /** The time of the event that the e-mail is about: its date, and its position in the list of sent e-mails. */
  at: keyof Row & string
  /** What templates may show of a row. */
  values: (row: Row) => Readonly<Record<string, string | undefined>>
  /** Names of values that the service itself determined or validated (safe-values.ts). */
  trustedValues?: readonly string[]
  /** Whether the e-mail is still needed; obsolete ones are dropped. Always true if omitted. */
  isCurrent?: (row: Row) => boolean
  /** Returns the template of a row from an earlier release, whose entry names none. */
  legacyTemplateOf?: (row: Row) => string
}

/** The rows of one collection, for the sender. */
export type EmailCollection<Row extends OutboxRow = OutboxRow> = {
  name: string
  find(id: string): Promise<Row | undefined>
  /** Rows that are due, by priority and then the longest waiting first. */
  due(now: Date, limit: number): Promise<DueRow[]>
  /** Changes a row if its e-mail is due and it matches the condition; resolves to whether it did. */
  updateDue(id: string, condition: object, change: object): Promise<boolean>
  countDue(): Promise<number>
  /** The newest rows that match the filter. */
  newest(filter: object, limit: number): Promise<Row[]>
}

export type DueRow = { _id: string; mail: OutboxEntry }

const BY_PRIORITY = { 'mail.rank': 1, 'mail.dueAt': 1 } as const

export function emailCollection<Row extends OutboxRow>(
  source: Pick<EmailSource<Row>, 'model' | 'at'>,
): EmailCollection<Row> {
  const model = source.model as Model<OutboxRow>
  return {
    name: model.collection.collectionName,
    find: async (id) => (await model.findById(id).lean<Row>()) ?? undefined,
    due: (now, limit) =>
      model
        .find({ 'mail.state': 'due', 'mail.dueAt': { $lte: now } })
        .select('mail')
        .sort(BY_PRIORITY)
        .limit(limit)
        .lean<DueRow[]>(),
    updateDue: async (id, condition, change) => {
      const filter: object = { _id: id, 'mail.state': 'due', ...condition }
      return (await model.updateOne(filter, change)).modifiedCount === 1
    },
    countDue: () => model.countDocuments({ 'mail.state': 'due' }),
    newest: (filter, limit) =>
      model
        .find(filter)
        .sort({ [source.at]: -1 })
        .limit(limit)
        .lean<Row[]>(),
  }
}
