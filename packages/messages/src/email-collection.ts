/** A collection whose rows carry an outbox entry. Each change is one conditional update of one row. */
import type { Model } from 'mongoose'
import type { OutboxEntry, OutboxRow } from './outbox-entry.model.ts'

/** A mongoose model of rows of any type. */
export type AnyModel = Pick<Model<unknown>, 'collection' | 'modelName'>

/** What a feature declares about its collection. */
export type EmailSource<Row extends OutboxRow> = {
  /** Its schema has `mail: { type: outboxEntrySchema, default: null }` and {@link OUTBOX_INDEX}. */
  model: AnyModel
  /**
   * The name of the field with the time of the event that the e-mail is about. It is the date of the e-mail and orders
   * the list of sent e-mails.
   */
  at: keyof Row & string
  /** Returns the values of a row that templates may show. */
  values: (row: Row) => Readonly<Record<string, string | undefined>>
  /** Names of values that the service itself determined or validated (safe-values.ts). */
  trustedValues?: readonly string[]
  /** Whether the e-mail is still needed; obsolete ones are dropped. Always true if omitted. */
  isCurrent?: (row: Row) => boolean
  /** Returns the template id of a row from an earlier release, which did not store it. */
  legacyTemplateOf?: (row: Row) => string
}

/** The rows of one collection, for the sender. */
export type EmailCollection<Row extends OutboxRow = OutboxRow> = {
  name: string
  find(id: string): Promise<Row | undefined>
  /** Returns the rows whose e-mails are due, by priority and then by due date. */
  findDue(now: Date, limit: number): Promise<DueRow[]>
  /** Changes a row if its e-mail is due and the row matches the condition. Returns true if it was changed. */
  updateDue(id: string, condition: object, change: object): Promise<boolean>
  /** Returns the number of e-mails that are still to be sent, including those waiting for a retry. */
  countDue(): Promise<number>
  /** Returns the newest rows that match the filter. */
  findNewest(filter: object, limit: number): Promise<Row[]>
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
    findDue: (now, limit) =>
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
    findNewest: (filter, limit) =>
      model
        .find(filter)
        .sort({ [source.at]: -1 })
        .limit(limit)
        .lean<Row[]>(),
  }
}
