/** The e-mails of all collections, as the sender processes them. */
import type { EmailCollection } from './email-collection.ts'
import type { OutboxEntry, OutboxRow } from './outbox-entry.model.ts'
import type { EmailRef } from './outbox-entry.ts'

export type Outbox = {
  /** The row of an e-mail with its entry; undefined if there is none. */
  find(ref: EmailRef): Promise<OutboxRow | undefined>
  /** E-mails that are due, by priority and then the longest waiting first. */
  due(now: Date, limit: number): Promise<DueEmail[]>
  /** Reserves an e-mail for one worker until the given time; of several concurrent claims one succeeds. */
  claim(ref: EmailRef, expected: OutboxEntry, until: Date): Promise<boolean>
  /** Stores the result of an attempt unless the e-mail is no longer due. */
  finish(ref: EmailRef, change: AttemptResult): Promise<void>
  countDue(): Promise<number>
}

export type DueEmail = { ref: EmailRef; tries: number; rank: number }

export type AttemptResult = Partial<Pick<OutboxEntry, 'state' | 'dueAt' | 'sentAt' | 'answer'>>

/** Reads the list of collections for each operation, because features add theirs one by one. */
export function createOutbox(collections: ReadonlyMap<string, EmailCollection>): Outbox {
  const collectionOf = (ref: EmailRef): EmailCollection => {
    const found = collections.get(ref.collection)
    if (!found) throw new Error(`no collection with e-mails is called ${ref.collection}`)
    return found
  }

  async function dueIn(collection: EmailCollection, now: Date, limit: number) {
    const rows = await collection.due(now, limit)
    return rows.map(({ _id, mail }) => ({ ref: { collection: collection.name, id: _id }, mail }))
  }

  return {
    find: async (ref) => collectionOf(ref).find(ref.id),
    due: async (now, limit) => {
      const due = await Promise.all(
        [...collections.values()].map((collection) => dueIn(collection, now, limit)),
      )
      return due
        .flat()
        .sort(
          (a, b) => a.mail.rank - b.mail.rank || a.mail.dueAt.getTime() - b.mail.dueAt.getTime(),
        )
        .slice(0, limit)
        .map(({ ref, mail }) => ({ ref, tries: mail.tries, rank: mail.rank }))
    },
    claim: (ref, { dueAt, tries }, until) =>
      collectionOf(ref).updateDue(
        ref.id,
        { 'mail.dueAt': dueAt, 'mail.tries': tries },
        { $set: { 'mail.dueAt': until, 'mail.tries': tries + 1 } },
      ),
    finish: async (ref, change) => {
      const set = Object.entries(change).map(([name, value]) => [['mail', name].join('.'), value])
      await collectionOf(ref).updateDue(ref.id, {}, { $set: Object.fromEntries(set) })
    },
    countDue: async () => {
      const counts = await Promise.all(
        [...collections.values()].map((collection) => collection.countDue()),
      )
      return counts.reduce((sum, count) => sum + count, 0)
    },
  }
}
