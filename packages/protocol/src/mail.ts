/** E-mails as their recipient sees them. */
import * as z from 'zod/mini'

const At = z.iso.datetime()

/**
 * The delivery state of an e-mail: `due` will be sent or retried automatically; `refused` was rejected permanently.
 */
export const MailState = z.enum(['due', 'sent', 'refused'])
export type MailState = z.infer<typeof MailState>

/** An e-mail and its delivery state. */
export const SentMail = z.strictObject({
  id: z.string(),
  subject: z.string(),
  to: z.string(),
  /** Time of the event that the e-mail reports. */
  at: At,
  state: MailState,
  /** Number of attempts so far. */
  tries: z.int().check(z.nonnegative()),
  /** Time of the next attempt, while it is due. */
  nextTryAt: z.nullable(At),
  sentAt: z.nullable(At),
  /** The mail server's last response. */
  answer: z.nullable(z.string()),
})
export type SentMail = z.infer<typeof SentMail>

/** Maximum number of e-mails in {@link SentMails}. */
export const MAX_LISTED_MAILS = 20

/** The latest e-mails to a person, newest first. */
export const SentMails = z.strictObject({
  mails: z.array(SentMail).check(z.maxLength(MAX_LISTED_MAILS)),
})
export type SentMails = z.infer<typeof SentMails>
