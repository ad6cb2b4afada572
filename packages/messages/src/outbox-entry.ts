import type { MailField } from './mail-field.model.ts'
import type { Rank } from './ranks.ts'

/** Where a row with a mail is: what a ring names. */
export type MailRef = { collection: 'events' | 'tokens'; id: string }

/** Wakes the sender for a row; a lost ring only makes its mail later. */
export type RingMail = (ref: MailRef, rank: number) => void

/** A mail to be sent as soon as somebody looks. */
export function dueMail(to: string, now: Date, rank: Rank): MailField {
  return { to, state: 'due', dueAt: now, tries: 0, rank, sentAt: null, answer: null }
}
