import type { HistoryEvent, HistoryPage } from '@inkproof/protocol/profile'
import { AppError } from '@inkproof/service-kit/app-error'
import type { EventRow } from '../events/events.model.ts'
import type { EventPosition, PastEvents } from '../events/past-events.ts'

export type History = {
  /**
   * Returns a page of events, newest first. `before` is the `next` of the previous page.
   *
   * @throws AppError INVALID_INPUT if `before` is malformed
   */
  page(accountId: string, before?: string): Promise<HistoryPage>
  /** Returns the newest events, up to the limit of an export. */
  all(accountId: string): Promise<HistoryEvent[]>
}

const PAGE_SIZE = 20
/** Enough for years of daily use. */
const MAX_EXPORTED_EVENTS = 10_000

export function createHistory(events: Pick<PastEvents, 'list'>): History {
  return {
    page: async (accountId, before) => {
      const position = before === undefined ? undefined : parseCursor(before)
      const rows = await events.list(accountId, PAGE_SIZE + 1, position)
      const pageRows = rows.slice(0, PAGE_SIZE)
      const last = pageRows.at(-1)
      const hasMore = rows.length > PAGE_SIZE && last !== undefined
      return { events: pageRows.map(toEvent), next: hasMore ? formatCursor(last) : null }
    },
    all: async (accountId) => (await events.list(accountId, MAX_EXPORTED_EVENTS)).map(toEvent),
  }
}

function toEvent({ _id, kind, at, data }: EventRow): HistoryEvent {
  return { id: _id, kind, at: at.toISOString(), data }
}

function formatCursor({ at, _id }: EventRow): string {
  return Buffer.from(`${at.getTime()} ${_id}`).toString('base64url')
}

function parseCursor(before: string): EventPosition {
  const [, atMs, id] = /^(\d{1,15}) (\S+)$/.exec(Buffer.from(before, 'base64url').toString()) ?? []
  if (atMs === undefined || id === undefined) {
    const issue = { path: 'before', message: 'expected the `next` value of another page' }
    throw new AppError('INVALID_INPUT', { issues: [issue] })
  }
  return { at: new Date(Number(atMs)), id }
}
