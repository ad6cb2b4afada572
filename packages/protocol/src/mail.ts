/** E-mails as their recipient sees them. */
import * as z from 'zod/mini'

const Timestamp = z.iso.datetime()

/**
 * The delivery state of an e-mail: `due` will be sent or retried automatically; `refused` was rejected permanently.
 */
export const MailState = z.enum(['due', 'sent', 'refused'])
export type MailState = z.infer<typeof MailState>

/** An e-mail and its delivery state. */
export const SentEmail = z.strictObject({
  id: z.string(),
  subject: z.string(),
  to: z.string(),
  /** Time of the event that the e-mail reports. */
  at: Timestamp,
  state: MailState,
  /** Number of attempts so far. */
  tries: z.int().check(z.nonnegative()),
  /** Time of the next attempt, while it is due. */
  nextTryAt: z.nullable(Timestamp),
  sentAt: z.nullable(Timestamp),
  /** The mail server's last response. */
  answer: z.nullable(z.string()),
})
export type SentEmail = z.infer<typeof SentEmail>

/** Maximum number of e-mails in {@link SentEmails}. */
export const MAX_LISTED_EMAILS = 20

/** The latest e-mails to a user, newest first. */
export const SentEmails = z.strictObject({
  mails: z.array(SentEmail).check(z.maxLength(MAX_LISTED_EMAILS)),
})
export type SentEmails = z.infer<typeof SentEmails>
