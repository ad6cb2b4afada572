import type { Language } from '@inkproof/texts/texts-for'
import type { OutboxEntry } from './outbox-entry.model.ts'
import { PRIORITIES, type Priority } from './priorities.ts'

/** Identifies the row of an e-mail. Also the content of a queued job. */
export type EmailRef = { collection: string; id: string }

export type NewEmail = {
  /** The id of the template. */
  template: string
  /** The recipient's mailbox. */
  to: string
  /** The time the row is written; the e-mail is due immediately. */
  now: Date
  /** The recipient's language; English if omitted. */
  language?: Language
  /** `notice` if omitted. */
  priority?: Priority
}

/** Creates the outbox entry of a new row. The template reads its values from the row. */
export function newOutboxEntry({
  template,
  to,
  now,
  language = 'en',
  priority = PRIORITIES.notice,
}: NewEmail): OutboxEntry {
  return {
    template,
    language,
    to,
    state: 'due',
    dueAt: now,
    tries: 0,
    rank: priority,
    sentAt: null,
    answer: null,
  }
}
