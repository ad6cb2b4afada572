/** Reminds recipients who have not acted. */
import { expiryOf } from '../envelopes/answer-times.ts'
import { invited, isExpectedToAct, type LinkHolder } from './due-mails.ts'
import { mailToRecipient, type StartedRow } from './new-mail.ts'
import type { MailKind, SigningMailRow } from './signing-mails.model.ts'

/** After this many reminders, only the sender sends further ones. */
const MAX_REMINDERS = 10
const DAY_MS = 24 * 60 * 60 * 1_000

export type DueReminders = {
  mails: SigningMailRow[]
  /** When the next reminder is due; null if none will be. */
  next: Date | null
}

/** Returns the reminders that are due. @param mails the e-mails so far, oldest first */
export function dueReminders(
  row: StartedRow,
  mails: readonly SigningMailRow[],
  now: Date,
): DueReminders {
  const { reminders } = row.request
  const expiresAt = expiryOf(row.recipients, row.request)
  if (row.state !== 'signing' || !reminders || expiresAt <= now) return { mails: [], next: null }
  const due: SigningMailRow[] = []
  const times: number[] = []
  for (const recipient of invited(row).filter(isExpectedToAct)) {
    const sent = linksTo(mails, recipient.id)
    const last = sent.at(-1)
    const count = countReminders(sent)
    if (!last || count >= MAX_REMINDERS) continue
    const at = nextAfter(last.createdAt, count)
    if (at > now.getTime()) {
      times.push(at)
      continue
    }
    due.push(newReminder(row, recipient, count + 1, now))
    if (count + 1 < MAX_REMINDERS) times.push(nextAfter(now, count + 1))
  }
  const inTime = times.filter((time) => time < expiresAt.getTime())
  return { mails: due, next: inTime.length === 0 ? null : new Date(Math.min(...inTime)) }

  function nextAfter(sentAt: Date, count: number): number {
    const days = count === 0 ? reminders?.firstAfterDays : reminders?.repeatAfterDays
    return sentAt.getTime() + (days ?? 0) * DAY_MS
  }
}

/** @param number counts from 1; a reminder with the same number is the same e-mail */
export function newReminder(
  row: StartedRow,
  recipient: LinkHolder,
  number: number,
  now: Date,
): SigningMailRow {
  return mailToRecipient(row, recipient, { kind: 'reminder', number, now })
}

/** The invitation, the reminders and the e-mails about more time of a recipient. */
export function linksTo(mails: readonly SigningMailRow[], recipientId: string): SigningMailRow[] {
  return mails.filter(
    ({ kind, recipientId: id }) => id === recipientId && WITH_REQUEST.includes(kind),
  )
}

const WITH_REQUEST: readonly MailKind[] = ['invitation', 'reminder', 'extended']

export function countReminders(mails: readonly SigningMailRow[]): number {
  return mails.filter(({ kind }) => kind === 'reminder').length
}
