/** Database queries for what waits for people. */
import { MAX_PENDING_TOTAL } from '@inkproof/protocol/pending-requests'
import { before, nextCursor } from '../envelopes/envelope-store.ts'
import type {
  EnvelopeFilter,
  EnvelopeRow,
  Envelopes,
  RecipientRow,
  RequestRow,
  StepRow,
} from '../envelopes/envelopes.model.ts'

/** What a list of pending requests reads. */
export type PendingRow = Pick<EnvelopeRow, '_id' | 'workspaceId' | 'title' | 'createdAt'> & {
  request: Pick<RequestRow, 'sender' | 'startedAt' | 'expiresAt'>
  recipients: PendingRecipient[]
  steps: Pick<StepRow, 'type' | 'at' | 'recipient'>[]
}

export type PendingRecipient = Pick<
  RecipientRow,
  | 'id'
  | 'linkId'
  | 'accountId'
  | 'name'
  | 'email'
  | 'role'
  | 'order'
  | 'handedOverTo'
  | 'answerBy'
  | 'openedAt'
> & { statement?: { signedAt: Date } | null }

export type PendingStore = {
  /**
   * Returns a page of the requests that a filter finds, newest first, and how many there are, up to
   * {@link MAX_PENDING_TOTAL}.
   *
   * @throws AppError INVALID_INPUT for a cursor that is not the `next` of a page
   */
  readPage(
    filter: EnvelopeFilter,
    cursor: string | undefined,
  ): Promise<{ rows: PendingRow[]; total: number; next: string | null }>
}

const PAGE_SIZE = 5
const SHOWN = {
  workspaceId: 1,
  title: 1,
  createdAt: 1,
  'request.sender': 1,
  'request.startedAt': 1,
  'request.expiresAt': 1,
  'recipients.id': 1,
  'recipients.linkId': 1,
  'recipients.accountId': 1,
  'recipients.name': 1,
  'recipients.email': 1,
  'recipients.role': 1,
  'recipients.order': 1,
  'recipients.handedOverTo': 1,
  'recipients.answerBy': 1,
  'recipients.openedAt': 1,
  'recipients.statement.signedAt': 1,
  'steps.type': 1,
  'steps.at': 1,
  'steps.recipient': 1,
}

export function pendingStore(model: Envelopes): PendingStore {
  return {
    readPage: async (filter, cursor) => {
      const page = cursor === undefined ? filter : { $and: [filter, before(cursor)] }
      const [rows, total] = await Promise.all([
        model
          .find(page, SHOWN)
          .sort({ createdAt: -1, _id: -1 })
          .limit(PAGE_SIZE)
          .lean<PendingRow[]>(),
        model.countDocuments(filter, { limit: MAX_PENDING_TOTAL }),
      ])
      return { rows, total, next: nextCursor(rows, PAGE_SIZE) }
    },
  }
}
