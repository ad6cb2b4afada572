import type { HistoryEvent, HistoryPage } from '@inkproof/protocol/profile'
import { AppError } from '@inkproof/service-kit/app-error'
import type { EventRow } from '../events/events.model.ts'
import type { EventPosition, PastEvents } from '../events/past-events.ts'

export type History = {
  /** Newest first. `before` is the `next` of the previous page. @throws AppError INVALID_INPUT */
  page(accountId: string, before?: string): Promise<HistoryPage>
  /** The newest events, up to the limit of an export. */
  all(accountId: string): Promise<HistoryEvent[]>
}

const PAGE = 20
/** Years of daily use. */
const MAX_EXPORTED_EVENTS = 10_000

export function createHistory(events: Pick<PastEvents, 'of'>): History {
  return {
    page: async (accountId, before) => {
      const place = before === undefined ? undefined : read(before)
      const rows = await events.of(accountId, PAGE + 1, place)
      const shown = rows.slice(0, PAGE)
      const last = shown.at(-1)
      const hasMore = rows.length > PAGE && last !== undefined
      return { events: shown.map(toEvent), next: hasMore ? write(last) : null }
    },
    all: async (accountId) => (await events.of(accountId, MAX_EXPORTED_EVENTS)).map(toEvent),
  }
}

function toEvent({ _id, kind, at, data }: EventRow): HistoryEvent {
  return { id: _id, kind, at: at.toISOString(), data }
}

function write({ at, _id }: EventRow): string {
  return Buffer.from(`${at.getTime()} ${_id}`).toString('base64url')
}

function read(before: string): EventPosition {
  const [, atMs, id] = /^(\d{1,15}) (\S+)$/.exec(Buffer.from(before, 'base64url').toString()) ?? []
  if (atMs === undefined || id === undefined) {
    const issue = { path: 'before', message: 'expected the next of another page' }
    throw new AppError('INVALID_INPUT', { issues: [issue] })
  }
  return { at: new Date(Number(atMs)), id }
}
