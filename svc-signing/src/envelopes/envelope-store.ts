/** Database queries for signing requests. */
import { AppError } from '@inkproof/service-kit/app-error'
import { isDuplicateKey } from '@inkproof/service-kit/mongo'
import type {
  EnvelopeFilter,
  EnvelopeRow,
  Envelopes,
  EnvelopeUpdate,
  StepRow,
} from './envelopes.model.ts'

/** What a list shows. */
export type SummaryRow = Pick<
  EnvelopeRow,
  '_id' | 'title' | 'state' | 'createdAt' | 'endedAt' | 'recipients'
>

export type EnvelopeStore = {
  /** Returns false if the ID is taken. */
  insert(row: EnvelopeRow): Promise<boolean>
  /** Also finds requests that are being deleted or whose upload is not stored yet. */
  find(id: string): Promise<EnvelopeRow | undefined>
  /** @throws AppError ENVELOPE_NOT_FOUND, also for a request of another workspace */
  findInWorkspace(workspaceId: string, id: string): Promise<EnvelopeRow>
  /** Returns a page, newest first. `cursor` is the `next` of the page before. @throws AppError INVALID_INPUT */
  readPage(
    workspaceId: string,
    cursor: string | undefined,
  ): Promise<{ rows: SummaryRow[]; next: string | null }>
  /** Changes the request if the condition holds, and returns it as changed; undefined if it does not hold. */
  change(
    id: string,
    condition: EnvelopeFilter,
    update: EnvelopeUpdate,
  ): Promise<EnvelopeRow | undefined>
  /** Stores the index of a step's entry. */
  setIndex(id: string, step: Pick<StepRow, 'leaf'>, index: number): Promise<void>
  /** Marks a pending file as one that no update may refer to. */
  abandonFile(id: string, file: string): Promise<void>
  /** Leases the request that has been due for the longest time, so that no other job takes it up before `until`. */
  lease(now: Date, until: Date): Promise<EnvelopeRow | undefined>
  /** Deletes the row. */
  remove(id: string): Promise<void>
}

const PAGE_SIZE = 50
const VISIBLE = { isDeleted: false, upload: { $ne: null } }
const SUMMARY = {
  title: 1,
  state: 1,
  createdAt: 1,
  endedAt: 1,
  'recipients.id': 1,
  'recipients.name': 1,
  'recipients.email': 1,
  'recipients.accountId': 1,
  'recipients.statement.signedAt': 1,
}

export function envelopeStore(model: Envelopes): EnvelopeStore {
  return {
    insert: (row) =>
      model
        .create(row)
        .then(() => true)
        .catch((error: unknown) => {
          if (isDuplicateKey(error)) return false
          throw error
        }),
    find: async (id) =>
      (await model.findOne({ _id: { $eq: id } }).lean<EnvelopeRow>()) ?? undefined,
    findInWorkspace: async (workspaceId, id) => {
      const filter = { _id: { $eq: id }, workspaceId: { $eq: workspaceId }, ...VISIBLE }
      const row = await model.findOne(filter).lean<EnvelopeRow>()
      if (!row) throw new AppError('ENVELOPE_NOT_FOUND')
      return row
    },
    readPage: (workspaceId, cursor) => readPage(model, workspaceId, cursor),
    change: async (id, condition, update) =>
      (await model
        .findOneAndUpdate({ ...condition, _id: id }, update, { returnDocument: 'after' })
        .lean<EnvelopeRow>()) ?? undefined,
    setIndex: async (id, { leaf }, index) => {
      const options = { arrayFilters: [{ 'step.leaf': leaf }] }
      await model.updateOne({ _id: id }, { $set: { 'steps.$[step].index': index } }, options)
    },
    abandonFile: async (id, file) => {
      const options = { arrayFilters: [{ 'pending.file': file }] }
      await model.updateOne(
        { _id: id },
        { $set: { 'pendingFiles.$[pending].isAbandoned': true } },
        options,
      )
    },
    lease: async (now, until) =>
      (await model
        .findOneAndUpdate(
          { dueAt: { $ne: null, $lte: now } },
          { $set: { dueAt: until } },
          { sort: { dueAt: 1 }, returnDocument: 'after' },
        )
        .lean<EnvelopeRow>()) ?? undefined,
    remove: async (id) => {
      await model.deleteOne({ _id: id })
    },
  }
}

async function readPage(model: Envelopes, workspaceId: string, cursor: string | undefined) {
  const rows = await model
    .find({ workspaceId, ...VISIBLE, ...(cursor !== undefined && before(cursor)) }, SUMMARY)
    .sort({ createdAt: -1, _id: -1 })
    .limit(PAGE_SIZE)
    .lean<SummaryRow[]>()
  const last = rows.at(-1)
  const next = rows.length === PAGE_SIZE && last ? `${last.createdAt.getTime()}.${last._id}` : null
  return { rows, next }
}

function before(cursor: string): EnvelopeFilter {
  const [, time, id] = /^(\d{1,15})\.([\w-]{22})$/.exec(cursor) ?? []
  if (time === undefined || id === undefined)
    throw new AppError('INVALID_INPUT', {
      issues: [{ path: 'cursor', message: 'expected the cursor of a page' }],
    })
  const createdAt = new Date(Number(time))
  return { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: id } }] }
}
