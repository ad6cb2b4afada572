/** Sends the e-mails that a request needs, after each change and when reminders are due. */
import type { EnvelopeRow } from '../envelopes/envelopes.model.ts'
import type { Contact } from '../record/feature.ts'
import {
  asRowWithMails,
  endMails,
  extensionMails,
  invitations,
  releaseMails,
  senderMails,
} from './due-mails.ts'
import type { MailStore } from './mail-store.ts'
import { dueReminders } from './reminders.ts'
import type { SigningMailRow } from './signing-mails.model.ts'

export type FollowUpDeps = {
  mails: MailStore
  /** Returns null if there is no such account in the workspace. @throws AppError UNAVAILABLE */
  contact(
    accountId: string,
    workspaceId: string,
  ): Promise<Pick<Contact, 'email' | 'isEmailConfirmed'> | null>
  now: () => Date
}

/**
 * Inserts the e-mails that are missing, and returns when the next reminder is due; null if never. It can be repeated, and
 * run at the same time as another run.
 *
 * @throws AppError UNAVAILABLE if the sender's address cannot be read; the e-mails to recipients are inserted before
 */
export async function followUp(deps: FollowUpDeps, row: EnvelopeRow): Promise<Date | null> {
  const { contact, mails, now } = deps
  const started = asRowWithMails(row)
  if (!started) return null
  const at = now()
  const sent = await mails.ofEnvelope(row._id)
  const known = new Set(sent.map(({ _id }) => _id))
  const insertMissing = async (due: readonly SigningMailRow[]) => {
    for (const mail of due) if (!known.has(mail._id)) await mails.insert(mail)
  }
  await insertMissing([
    ...invitations(started, at),
    ...extensionMails(started, at),
    ...releaseMails(started, at),
    ...endMails(started, sent, at),
  ])
  const reminders = dueReminders(started, await mails.ofEnvelope(row._id), at)
  await insertMissing(reminders.mails)
  // Without an address, only to find out whether there is something to send.
  if (senderMails(started, '', at).some(({ _id }) => !known.has(_id))) {
    const sender = await contact(row.accountId, row.workspaceId)
    if (sender?.email && sender.isEmailConfirmed)
      await insertMissing(senderMails(started, sender.email, at))
  }
  return reminders.next
}
