/** The e-mails of all collections, as the sender processes them. */
import type { EmailCollection } from './email-collection.ts'
import type { OutboxEntry, OutboxRow } from './outbox-entry.model.ts'
import type { EmailRef } from './outbox-entry.ts'

export type Outbox = {
  /** Returns the row of an e-mail; undefined if the row does not exist. */
  find(ref: EmailRef): Promise<OutboxRow | undefined>
  /** Returns the e-mails that are due, by priority and then by due date. */
  findDue(now: Date, limit: number): Promise<DueEmail[]>
  /**
   * Counts an attempt and reserves the e-mail for one worker until the given time. Returns false if the entry is no
   * longer the expected one, so only one of several concurrent claims succeeds.
   */
  claim(ref: EmailRef, expected: OutboxEntry, until: Date): Promise<boolean>
  /** Stores the result of an attempt unless the e-mail is no longer due. */
  finish(ref: EmailRef, change: AttemptResult): Promise<void>
  /** Returns the number of e-mails that are still to be sent, including those waiting for a retry. */
  countDue(): Promise<number>
}

export type DueEmail = { ref: EmailRef; tries: number; rank: number }

export type AttemptResult = Partial<Pick<OutboxEntry, 'state' | 'dueAt' | 'sentAt' | 'answer'>>

/** Reads `collections` for each operation, because features add their collections after the outbox is created. */
export function createOutbox(collections: ReadonlyMap<string, EmailCollection>): Outbox {
  const collectionOf = (ref: EmailRef): EmailCollection => {
    const found = collections.get(ref.collection)
    if (!found) throw new Error(`there is no e-mail collection called ${ref.collection}`)
    return found
  }

  async function findDueIn(collection: EmailCollection, now: Date, limit: number) {
    const rows = await collection.findDue(now, limit)
    return rows.map(({ _id, mail }) => ({ ref: { collection: collection.name, id: _id }, mail }))
  }

  return {
    find: async (ref) => collectionOf(ref).find(ref.id),
    findDue: async (now, limit) => {
      const due = await Promise.all(
        [...collections.values()].map((collection) => findDueIn(collection, now, limit)),
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
