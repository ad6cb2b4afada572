import type { HistoryEvent, HistoryPage } from '@inkproof/protocol/profile'
import { AppError } from '@inkproof/service-kit/app-error'
import type { EventModel, EventRow } from '../events/events.model.ts'

/** Where a page begins: after this event, in the order of the list. */
type Place = { at: Date; id: string }

export type History = {
  /** Newest first. `before` is the `next` of the page before. @throws AppError INVALID_INPUT */
  page(accountId: string, before?: string): Promise<HistoryPage>
  /** The newest events, as many as an export takes. */
  all(accountId: string): Promise<HistoryEvent[]>
}

const PAGE = 20
/** Years of daily use. */
const MOST_EXPORTED = 10_000

export function history(events: EventModel): History {
  async function find(accountId: string, limit: number, place?: Place): Promise<EventRow[]> {
    const older = place && {
      $or: [{ at: { $lt: place.at } }, { at: place.at, _id: { $lt: place.id } }],
    }
    return events
      .find({ accountId, ...older })
      .sort({ at: -1, _id: -1 })
      .limit(limit)
      .lean<EventRow[]>()
  }

  return {
    page: async (accountId, before) => {
      const rows = await find(accountId, PAGE + 1, before === undefined ? undefined : read(before))
      const shown = rows.slice(0, PAGE)
      const last = shown.at(-1)
      const hasMore = rows.length > PAGE && last !== undefined
      return { events: shown.map(toEvent), next: hasMore ? write(last) : null }
    },
    all: async (accountId) => (await find(accountId, MOST_EXPORTED)).map(toEvent),
  }
}

function toEvent({ _id, kind, at, data }: EventRow): HistoryEvent {
  return { id: _id, kind, at: at.toISOString(), data }
}

function write({ at, _id }: EventRow): string {
  return Buffer.from(`${at.getTime()} ${_id}`).toString('base64url')
}

function read(before: string): Place {
  const [, atMs, id] = /^(\d{1,15}) (\S+)$/.exec(Buffer.from(before, 'base64url').toString()) ?? []
  if (atMs === undefined || id === undefined) {
    const issue = { path: 'before', message: 'expected the next of another page' }
    throw new AppError('INVALID_INPUT', { issues: [issue] })
  }
  return { at: new Date(Number(atMs)), id }
}
