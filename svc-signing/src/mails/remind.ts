/** Sends a recipient their link again because the sender asked for it. */
import { AppError } from '@inkproof/service-kit/app-error'
import type { EnvelopeStore } from '../envelopes/envelope-store.ts'
import type { EnvelopeRow } from '../envelopes/envelopes.model.ts'
import { requireOpen, requireStarted } from '../envelopes/request-state.ts'
import { invited } from './due-mails.ts'
import type { MailStore } from './mail-store.ts'
import { countReminders, linksTo, newReminder } from './reminders.ts'

export type RemindDeps = {
  envelopes: Pick<EnvelopeStore, 'change'>
  mails: MailStore
  now: () => Date
}

/** The shortest time between two reminders of the same recipient. */
const MIN_INTERVAL_MS = 60 * 60 * 1_000
const DAY_MS = 24 * MIN_INTERVAL_MS
const MAX_PER_DAY = 3

/**
 * Sends a reminder, and lets a recipient try again who has entered too many wrong access codes, or whose mailed codes somebody
 * has used up.
 *
 * @throws AppError ENVELOPE_NOT_STARTED, ENVELOPE_ENDED, ALREADY_SIGNED, NOT_YOUR_TURN, REMINDED_RECENTLY;
 * ENVELOPE_NOT_FOUND for a recipient who has no link
 */
export async function remind(
  { envelopes, mails, now }: RemindDeps,
  row: EnvelopeRow,
  recipientId: string,
): Promise<EnvelopeRow> {
  const at = now()
  const request = requireStarted(row)
  const index = row.recipients.findIndex(({ id }) => id === recipientId)
  const found = row.recipients[index]
  if (!found || found.linkId === null || found.handedOverTo)
    throw new AppError('ENVELOPE_NOT_FOUND')
  requireOpen(row, at)
  if (found.statement) throw new AppError('ALREADY_SIGNED')
  const started = { ...row, request }
  const recipient = invited(started).find(({ id }) => id === recipientId)
  if (!recipient) throw new AppError('NOT_YOUR_TURN')
  const sent = linksTo(await mails.ofEnvelope(row._id), recipientId)
  const ages = sent
    .filter(({ kind }) => kind === 'reminder')
    .map(({ createdAt }) => at.getTime() - createdAt.getTime())
  const isRecent = ages.some((age) => age < MIN_INTERVAL_MS)
  if (isRecent || ages.filter((age) => age < DAY_MS).length >= MAX_PER_DAY)
    throw new AppError('REMINDED_RECENTLY')
  await mails.insert(newReminder(started, recipient, countReminders(sent) + 1, at))
  const path = `recipients.${index}`
  const freed = {
    [`${path}.codesAt`]: [],
    ...(recipient.accessCode && { [`${path}.accessCode.wrong`]: 0 }),
  }
  return (await envelopes.change(row._id, {}, { $set: freed })) ?? row
}
