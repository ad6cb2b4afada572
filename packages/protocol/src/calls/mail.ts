/** The calls that show users the e-mails they were sent. */
import * as z from 'zod/mini'
import { type CallLimit, defineCall } from '../call.ts'
import { SentEmail, SentEmails } from '../mail.ts'

const TAG = 'E-mails'

/** The page polls every second while an e-mail is being sent. */
const READ_LIMIT: CallLimit = {
  name: 'emails',
  max: 600,
  windowSeconds: 5 * 60,
  whenRedisFails: 'closed',
  by: 'account',
}

export const listSentEmails = defineCall({
  method: 'GET',
  path: '/api/auth/emails',
  summary: 'Lists the newest e-mails that were sent to you, with their delivery state.',
  tag: TAG,
  access: 'session',
  limit: READ_LIMIT,
  responses: { 200: SentEmails },
  etag: true,
})

/** Limited to 10 per account per hour. */
export const sendTestEmail = defineCall({
  method: 'POST',
  path: '/api/auth/email-test',
  summary: 'Sends a test message to your e-mail address.',
  tag: TAG,
  access: 'session',
  responses: { 202: SentEmail },
  errors: ['EMAIL_MISSING', 'TOO_MANY_REQUESTS'],
  idempotent: 'effect-once',
  console: { effect: 'Sends you an e-mail.' },
})

export const showTestEmail = defineCall({
  method: 'GET',
  path: '/api/auth/email-test/:id',
  summary: 'Returns the delivery state of a test message.',
  tag: TAG,
  access: 'session',
  limit: READ_LIMIT,
  params: z.strictObject({ id: z.string() }),
  responses: { 200: SentEmail },
  errors: ['NOT_FOUND'],
  etag: true,
})

/** E-mails as their recipient sees them. */
export const mailCalls = { listSentEmails, sendTestEmail, showTestEmail }
