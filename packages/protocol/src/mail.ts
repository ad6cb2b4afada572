/** E-mails as the person they went to sees them. */
import * as z from 'zod/mini'

const At = z.iso.datetime()

/** How far a mail is: `due` is tried again by itself, `refused` is not. */
export const MailState = z.enum(['due', 'sent', 'refused'])
export type MailState = z.infer<typeof MailState>

/** A mail and how far it is. */
export const SentMail = z.strictObject({
  id: z.string(),
  subject: z.string(),
  to: z.string(),
  /** When what it tells of happened. */
  at: At,
  state: MailState,
  /** Tries made so far. */
  tries: z.int().check(z.nonnegative()),
  /** When the next one is made, while it is due. */
  nextTryAt: z.nullable(At),
  sentAt: z.nullable(At),
  /** What the mail server said last. */
  answer: z.nullable(z.string()),
})
export type SentMail = z.infer<typeof SentMail>

/** Most mails {@link SentMails} lists. */
export const MAILS_LISTED = 20

/** The newest e-mails to a person, newest first. */
export const SentMails = z.strictObject({
  mails: z.array(SentMail).check(z.maxLength(MAILS_LISTED)),
})
export type SentMails = z.infer<typeof SentMails>
