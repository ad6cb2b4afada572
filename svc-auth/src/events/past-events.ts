import type { EventModel, EventRow } from './events.model.ts'

/** A position in the list of an account's events; the next page starts after it. */
export type EventPosition = { at: Date; id: string }

/** Reads and deletes recorded events. */
export type PastEvents = {
  /** Returns up to `limit` events of an account, newest first. */
  list(accountId: string, limit: number, after?: EventPosition): Promise<EventRow[]>
  find(eventId: string): Promise<EventRow | undefined>
  remove(eventId: string): Promise<void>
  /** Deletes all events of an account except the given one. */
  removeAllOf(accountId: string, keep?: string): Promise<void>
}

export function createPastEvents(events: EventModel): PastEvents {
  return {
    list: (accountId, limit, after) => {
      const older = after && {
        $or: [{ at: { $lt: after.at } }, { at: after.at, _id: { $lt: after.id } }],
      }
      return events
        .find({ accountId, ...older })
        .sort({ at: -1, _id: -1 })
        .limit(limit)
        .lean<EventRow[]>()
    },
    find: async (eventId) => (await events.findById(eventId).lean<EventRow>()) ?? undefined,
    remove: async (eventId) => void (await events.deleteOne({ _id: eventId })),
    removeAllOf: async (accountId, keep) =>
      void (await events.deleteMany({
        accountId,
        ...(keep !== undefined && { _id: { $ne: keep } }),
      })),
  }
}
