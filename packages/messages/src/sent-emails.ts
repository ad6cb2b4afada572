/** E-mails and their delivery state, as their recipient or sender sees them. */
import { MAX_LISTED_EMAILS, type SentEmail } from '@inkproof/protocol/mail'
import { textsFor } from '@inkproof/texts/texts-for'
import { dateOf, type EmailContext, languageOf, subjectOf } from './compose.ts'
import { formatAnswer } from './failure-codes.ts'
import type { OutboxRow } from './outbox-entry.model.ts'

/**
 * Returns the e-mail of a row with its delivery state. Returns undefined if the row has no e-mail, the e-mail was
 * dropped, or this release does not have its template.
 */
export function sentEmailOf<Row extends OutboxRow>(
  emailContext: EmailContext<Row>,
  row: Row,
): SentEmail | undefined {
  const { _id: id, mail } = row
  if (!mail || mail.state === 'dropped') return undefined
  const subject = subjectOf(emailContext, row)
  if (subject === undefined) return undefined
  const { to, state, tries, dueAt, sentAt, answer } = mail
  return {
    id,
    subject,
    to,
    state,
    tries,
    at: dateOf(emailContext.source, row).toISOString(),
    nextTryAt: state === 'due' ? dueAt.toISOString() : null,
    sentAt: sentAt?.toISOString() ?? null,
    answer: answer ? formatAnswer(answer, textsFor(languageOf(row)).t) : null,
  }
}

/** Merges the lists of several collections, newest first, and limits the result to {@link MAX_LISTED_EMAILS}. */
export function newestEmails(lists: readonly (readonly SentEmail[])[]): SentEmail[] {
  return lists
    .flat()
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, MAX_LISTED_EMAILS)
}
