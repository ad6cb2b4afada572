/** Mails as the person they went to sees them. */
import { MAILS_LISTED, type SentMail } from '@inkproof/protocol/mail'
import type { EventModel, EventRow } from '../events/events.model.ts'
import type { TokenModel, TokenRow } from '../tokens/tokens.model.ts'
import { eventLetter } from './event-letters.ts'
import { isMailedKind } from './event-words.ts'
import { tokenLetter } from './token-letters.ts'

export type SentMailList = {
  /** The newest mails of an account; `identities` are what resets were asked for by. */
  list(accountId: string, identities: readonly string[]): Promise<SentMail[]>
  /** One mail about an account's own event. */
  findEvent(accountId: string, eventId: string): Promise<SentMail | undefined>
}

export function sentMails(events: EventModel, tokens: TokenModel): SentMailList {
  return {
    list: async (accountId, identities) => {
      const [told, links] = await Promise.all([
        events
          .find({ accountId })
          .sort({ at: -1 })
          .limit(MAILS_LISTED * 2)
          .lean<EventRow[]>(),
        tokens
          .find({ ownerId: { $in: [accountId, ...identities] } })
          .sort({ createdAt: -1 })
          .limit(MAILS_LISTED)
          .lean<TokenRow[]>(),
      ])
      return [...told.flatMap((event) => ofEvent(event) ?? []), ...links.flatMap(asList)]
        .sort((a, b) => b.at.localeCompare(a.at))
        .slice(0, MAILS_LISTED)
    },
    findEvent: async (accountId, eventId) => {
      const event = await events.findById(eventId).lean<EventRow>()
      return event?.accountId === accountId ? ofEvent(event) : undefined
    },
  }
}

/** Undefined where nobody was told of the event. */
function ofEvent(event: EventRow): SentMail | undefined {
  const { _id: id, kind, at, data, mail } = event
  if (!mail || mail.state === 'dropped' || !isMailedKind(kind)) return undefined
  return toView(id, eventLetter(kind, { at, data, origin: '' }).subject, at, mail)
}

/** Undefined where nothing was mailed. The secret is in no subject. */
export function mailOfToken(token: TokenRow): SentMail | undefined {
  const { _id: id, kind, createdAt, mail } = token
  if (!mail || mail.state === 'dropped') return undefined
  const { subject } = tokenLetter(kind, { ...token, origin: '', secret: '' })
  return toView(id, subject, createdAt, mail)
}

function asList(token: TokenRow): SentMail[] {
  const mail = mailOfToken(token)
  return mail ? [mail] : []
}

function toView(
  id: string,
  subject: string,
  at: Date,
  mail: NonNullable<EventRow['mail']>,
): SentMail {
  const { to, state, tries, dueAt, sentAt, answer } = mail
  if (state === 'dropped') throw new TypeError('a dropped mail is shown to nobody')
  return {
    id,
    subject,
    to,
    state,
    tries,
    at: at.toISOString(),
    nextTryAt: state === 'due' ? dueAt.toISOString() : null,
    sentAt: sentAt?.toISOString() ?? null,
    answer: answer ?? null,
  }
}
