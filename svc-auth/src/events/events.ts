/** Records account events and enqueues the e-mails about them. */
import { randomBytes } from 'node:crypto'
import type { Emails } from '@inkproof/messages/messages'
import { newOutboxEntry } from '@inkproof/messages/outbox-entry'
import type { EventKind } from '@inkproof/protocol/event-kinds'
import { isDuplicateKey } from '@inkproof/service-kit/mongo'
import type { EventModel, EventRow } from './events.model.ts'

export type NewEvent = {
  accountId: string
  kind: EventKind
  /** Values for the e-mail and the history. Never a secret. */
  data?: Readonly<Record<string, string>>
  /** The address to notify. No e-mail is sent if null or missing. */
  mailTo?: string | null
  /** If given, an event with the same cause is recorded and mailed only once. */
  cause?: string
}

export type Events = {
  /** Inserts an event and its outbox entry, unless an event with the same cause exists. Returns the event's id. */
  record(event: NewEvent): Promise<string>
}

/** Returns the id that an event with a cause will have, or has, once recorded. */
export function eventId({
  accountId,
  kind,
  cause,
}: Required<Pick<NewEvent, 'accountId' | 'kind' | 'cause'>>): string {
  return `${accountId}.${kind}.${cause}`
}

/** `enqueue` sends the e-mail of a new row without waiting for the sweep. */
export function createEvents(
  model: EventModel,
  now: () => Date,
  enqueue: Emails<EventRow>['enqueue'],
): Events {
  return {
    record: async ({ accountId, kind, data = {}, mailTo = null, ...event }) => {
      const cause = event.cause ?? randomBytes(12).toString('base64url')
      const _id = eventId({ accountId, kind, cause })
      const at = now()
      const mail = mailTo === null ? null : newOutboxEntry({ template: kind, to: mailTo, now: at })
      try {
        await model.create({ _id, accountId, kind, at, data, mail })
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
      }
      enqueue({ _id, mail })
      return _id
    },
  }
}
