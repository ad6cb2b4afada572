/** The history of accounts; what is told by mail is told from here. */
import { randomBytes } from 'node:crypto'
import { isDuplicateKey } from '@inkproof/service-kit/mongo'
import { dueMail, type RingMail } from '../mail-field/due-mail.ts'
import { RANKS } from '../mail-field/ranks.ts'
import type { EventKind, EventModel } from './events.model.ts'

export type NewEvent = {
  accountId: string
  kind: EventKind
  /** Words for the mail and the history. Never a secret. */
  data?: Readonly<Record<string, string>>
  /** The mailbox that is told; nobody where it is null or missing. */
  mailTo?: string | null
  /** Given, the same cause is written and told once. */
  cause?: string
}

export type Events = {
  /** Writes an event and, in the same write, the duty to mail it. Answers its id. */
  record(event: NewEvent): Promise<string>
}

/** The id of an event with a cause: known before it is written. */
export function eventId({
  accountId,
  kind,
  cause,
}: Required<Pick<NewEvent, 'accountId' | 'kind' | 'cause'>>): string {
  return `${accountId}.${kind}.${cause}`
}

/** `ring` wakes the sender; a lost ring only makes the mail later. */
export function createEvents(model: EventModel, now: () => Date, ring: RingMail): Events {
  return {
    record: async ({ accountId, kind, data = {}, mailTo = null, ...given }) => {
      const cause = given.cause ?? randomBytes(12).toString('base64url')
      const _id = eventId({ accountId, kind, cause })
      const at = now()
      const mail = mailTo === null ? null : dueMail(mailTo, at, RANKS.notice)
      try {
        await model.create({ _id, accountId, kind, at, data, mail })
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
      }
      if (mail) ring({ collection: 'events', id: _id }, mail.rank)
      return _id
    },
  }
}
