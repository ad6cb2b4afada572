/** E-mails and their delivery state, as their recipient or sender sees them. */
import { MAX_LISTED_MAILS, type SentMail } from '@inkproof/protocol/mail'
import { textsFor } from '@inkproof/texts/texts-for'
import { dateOf, languageOf, subjectOf, type Wording } from './compose.ts'
import type { OutboxRow } from './outbox-entry.model.ts'
import { wordAnswer } from './own-answers.ts'

/** An e-mail and its delivery state; undefined where none was sent or is to be. */
export function sentEmailOf<Row extends OutboxRow>(
  wording: Wording<Row>,
  row: Row,
): SentMail | undefined {
  const { _id: id, mail } = row
  if (!mail || mail.state === 'dropped') return undefined
  const subject = subjectOf(wording, row)
  if (subject === undefined) return undefined
  const { to, state, tries, dueAt, sentAt, answer } = mail
  return {
    id,
    subject,
    to,
    state,
    tries,
    at: dateOf(wording.source, row).toISOString(),
    nextTryAt: state === 'due' ? dueAt.toISOString() : null,
    sentAt: sentAt?.toISOString() ?? null,
    answer: answer ? wordAnswer(answer, textsFor(languageOf(row)).t) : null,
  }
}

/** Merges lists of several collections into one as long as a list of sent e-mails may be. */
export function newestEmails(lists: readonly (readonly SentMail[])[]): SentMail[] {
  return lists
    .flat()
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, MAX_LISTED_MAILS)
}
