/** Rows with a mail, whichever collection they are in. Each decision is one conditional update. */
import type { EventModel, EventRow } from '../events/events.model.ts'
import type { MailRef } from '../mail-field/due-mail.ts'
import type { MailField } from '../mail-field/mail-field.model.ts'
import type { TokenModel, TokenRow } from '../tokens/tokens.model.ts'

/** A row, and its mail as it was read. */
export type OutboxRow = { mail: MailField } & (
  | { ref: MailRef & { collection: 'events' }; event: EventRow }
  | { ref: MailRef & { collection: 'tokens' }; token: TokenRow }
)

export type Outbox = {
  find(ref: MailRef): Promise<OutboxRow | undefined>
  /** Mails whose next try may be made: by their rank, and of one rank the longest waiting first. */
  due(now: Date, limit: number): Promise<DueMail[]>
  /** Takes a mail for one worker until then; of many at once one gets it. */
  claim(ref: MailRef, seen: MailField, until: Date): Promise<boolean>
  /** Writes what came of a try, unless the mail is settled already. */
  settle(ref: MailRef, change: Partial<Omit<MailField, 'to'>>): Promise<void>
  countDue(): Promise<number>
}

export type DueMail = { ref: MailRef; tries: number; rank: number }

const IN_TURN = { 'mail.rank': 1, 'mail.dueAt': 1 } as const

export function outbox(events: EventModel, tokens: TokenModel): Outbox {
  async function dueIn(collection: MailRef['collection'], now: Date, limit: number) {
    const filter = { 'mail.state': 'due', 'mail.dueAt': { $lte: now } } as const
    const rows =
      collection === 'events'
        ? await events.find(filter).select('mail').sort(IN_TURN).limit(limit).lean<Held[]>()
        : await tokens.find(filter).select('mail').sort(IN_TURN).limit(limit).lean<Held[]>()
    return rows.map(({ _id, mail }) => ({ ref: { collection, id: _id }, mail }))
  }

  async function update(ref: MailRef, condition: object, change: object): Promise<boolean> {
    const filter = { _id: ref.id, 'mail.state': 'due', ...condition } as const
    const done =
      ref.collection === 'events'
        ? await events.updateOne(filter, change)
        : await tokens.updateOne(filter, change)
    return done.modifiedCount === 1
  }

  return {
    find: async (ref) => {
      const { id, collection } = ref
      if (collection === 'events') {
        const event = await events.findById(id).lean<EventRow>()
        return event?.mail ? { ref: { id, collection }, mail: event.mail, event } : undefined
      }
      const token = await tokens.findById(id).lean<TokenRow>()
      return token?.mail ? { ref: { id, collection }, mail: token.mail, token } : undefined
    },
    due: async (now, limit) => {
      const both = await Promise.all([dueIn('events', now, limit), dueIn('tokens', now, limit)])
      return both
        .flat()
        .sort(
          (a, b) => a.mail.rank - b.mail.rank || a.mail.dueAt.getTime() - b.mail.dueAt.getTime(),
        )
        .slice(0, limit)
        .map(({ ref, mail }) => ({ ref, tries: mail.tries, rank: mail.rank }))
    },
    claim: (ref, { dueAt, tries }, until) =>
      update(
        ref,
        { 'mail.dueAt': dueAt, 'mail.tries': tries },
        {
          $set: { 'mail.dueAt': until, 'mail.tries': tries + 1 },
        },
      ),
    settle: async (ref, change) => {
      const set = Object.entries(change).map(([name, value]) => [`mail.${name}`, value])
      await update(ref, {}, { $set: Object.fromEntries(set) })
    },
    countDue: async () => {
      const due = { 'mail.state': 'due' } as const
      const counts = await Promise.all([events.countDocuments(due), tokens.countDocuments(due)])
      return counts[0] + counts[1]
    },
  }
}

type Held = { _id: string; mail: MailField }
