/** Database queries for signing requests. */
import type { EnvelopesQuery } from '@inkproof/protocol/envelopes'
import { AppError } from '@inkproof/service-kit/app-error'
import type { Session } from '@inkproof/service-kit/auth'
import { isDuplicateKey } from '@inkproof/service-kit/mongo'
import type {
  EnvelopeFilter,
  EnvelopeRow,
  Envelopes,
  EnvelopeUpdate,
  RequestRow,
  StepRow,
} from './envelopes.model.ts'
import { filterFor, VISIBLE } from './list-filter.ts'
import type { ParticipantRow } from './present-participant.ts'

/** What a list shows. */
export type SummaryRow = Pick<EnvelopeRow, '_id' | 'title' | 'state' | 'createdAt' | 'endedAt'> & {
  request: Pick<RequestRow, 'expiresAt'> | null
  recipients: ParticipantRow[]
}

export type EnvelopeStore = {
  /** Returns false if the ID is taken. */
  insert(row: EnvelopeRow): Promise<boolean>
  /** Also finds requests that are being deleted or whose upload is not stored yet. */
  find(id: string): Promise<EnvelopeRow | undefined>
  /** Finds the request with the recipient of a link. Not if it is being deleted. */
  findByLink(linkId: string): Promise<EnvelopeRow | undefined>
  /** @throws AppError ENVELOPE_NOT_FOUND, also for a request of another workspace */
  findInWorkspace(workspaceId: string, id: string): Promise<EnvelopeRow>
  /**
   * Returns a page, newest first, as the person of the session sees it. `cursor` is the `next` of the page before.
   *
   * @throws AppError INVALID_INPUT
   */
  readPage(
    session: Pick<Session, 'accountId' | 'workspaceId'>,
    query: EnvelopesQuery,
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
const SUMMARY = {
  title: 1,
  state: 1,
  createdAt: 1,
  endedAt: 1,
  'recipients.id': 1,
  'recipients.name': 1,
  'recipients.email': 1,
  'recipients.accountId': 1,
  'recipients.role': 1,
  'recipients.order': 1,
  'recipients.original': 1,
  'recipients.handedOverTo': 1,
  'recipients.isCorrected': 1,
  'recipients.answerBy': 1,
  'recipients.openedAt': 1,
  'recipients.key.thumbprint': 1,
  'recipients.statement.signedAt': 1,
  'recipients.declined.at': 1,
  'request.expiresAt': 1,
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
    findByLink: async (linkId) =>
      (await model
        .findOne({ 'recipients.linkId': { $eq: linkId }, isDeleted: false })
        .lean<EnvelopeRow>()) ?? undefined,
    findInWorkspace: async (workspaceId, id) => {
      const filter = { _id: { $eq: id }, workspaceId: { $eq: workspaceId }, ...VISIBLE }
      const row = await model.findOne(filter).lean<EnvelopeRow>()
      if (!row) throw new AppError('ENVELOPE_NOT_FOUND')
      return row
    },
    readPage: (session, query) => readPage(model, session, query),
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

async function readPage(
  model: Envelopes,
  { accountId, workspaceId }: Pick<Session, 'accountId' | 'workspaceId'>,
  { cursor, show }: EnvelopesQuery,
) {
  const matching = { workspaceId, ...VISIBLE, ...filterFor(show, accountId) }
  const rows = await model
    .find({ ...matching, ...(cursor !== undefined && before(cursor)) }, SUMMARY)
    .sort({ createdAt: -1, _id: -1 })
    .limit(PAGE_SIZE)
    .lean<SummaryRow[]>()
  return { rows, next: nextCursor(rows, PAGE_SIZE) }
}

/** Returns the cursor of the page after these rows; null after the last page. */
export function nextCursor(
  rows: readonly Pick<EnvelopeRow, '_id' | 'createdAt'>[],
  pageSize: number,
): string | null {
  const last = rows.at(-1)
  return rows.length === pageSize && last ? `${last.createdAt.getTime()}.${last._id}` : null
}

/** Returns the condition for the rows after a page. @throws AppError INVALID_INPUT */
export function before(cursor: string): EnvelopeFilter {
  const [, time, id] = /^(\d{1,15})\.([\w-]{22})$/.exec(cursor) ?? []
  if (time === undefined || id === undefined)
    throw new AppError('INVALID_INPUT', {
      issues: [{ path: 'cursor', message: 'expected the cursor of a page' }],
    })
  const createdAt = new Date(Number(time))
  return { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: id } }] }
}
