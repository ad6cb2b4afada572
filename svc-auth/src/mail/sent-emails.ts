import type { Emails } from '@inkproof/messages/messages'
import { newestEmails } from '@inkproof/messages/sent-emails'
import { MAX_LISTED_EMAILS, type SentEmail } from '@inkproof/protocol/mail'
import type { EventRow } from '../events/events.model.ts'
import type { PastEvents } from '../events/past-events.ts'
import type { TokenRow } from '../tokens/tokens.model.ts'

/** Lists the e-mails sent to a user. */
export type SentEmailList = {
  /** Returns the newest e-mails to an account. Password resets are stored by identity, not by account. */
  list(accountId: string, identities: readonly string[]): Promise<SentEmail[]>
  /** Returns the e-mail about an event; undefined if the event has none or belongs to another account. */
  findEventEmail(accountId: string, eventId: string): Promise<SentEmail | undefined>
}

export type SentEmailsDeps = {
  pastEvents: Pick<PastEvents, 'find'>
  eventEmails: Emails<EventRow>
  linkEmails: Emails<TokenRow>
}

export function createSentEmailList({
  pastEvents,
  eventEmails,
  linkEmails,
}: SentEmailsDeps): SentEmailList {
  return {
    list: async (accountId, identities) => {
      const ownerId = { $in: [accountId, ...identities] }
      const lists = [
        // Reads more events than needed, because not every event is e-mailed.
        eventEmails.list({ accountId }, MAX_LISTED_EMAILS * 2),
        linkEmails.list({ ownerId }, MAX_LISTED_EMAILS),
      ]
      return newestEmails(await Promise.all(lists))
    },
    findEventEmail: async (accountId, eventId) => {
      const event = await pastEvents.find(eventId)
      return event?.accountId === accountId ? eventEmails.describe(event) : undefined
    },
  }
}
