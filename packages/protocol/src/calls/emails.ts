/** The calls about the e-mail address of an account, and about the links that are sent to it. */
import { type CallLimit, defineCall } from '../call.ts'
import { ChangeEmailRequest, EmailLink, EmailLinkRequest, EmailSettings } from '../emails.ts'

const TAG = 'E-mail address'
const HOUR_SECONDS = 60 * 60
const byAccount = { whenRedisFails: 'closed', by: 'account' } as const

/** Links cannot be guessed; the limit prevents excessive lookups. */
const LINK_LIMIT: CallLimit = {
  name: 'email-links',
  max: 120,
  windowSeconds: 15 * 60,
  whenRedisFails: 'closed',
  by: 'ip',
}
const LINK_ERRORS = ['LINK_UNKNOWN', 'LINK_USED', 'LINK_EXPIRED'] as const
const LINK_EXAMPLE = { kind: 'confirm-email', token: '' }

export const showEmail = defineCall({
  method: 'GET',
  path: '/api/auth/email',
  summary: 'Returns your e-mail address, whether it is confirmed, and a pending change.',
  tag: TAG,
  access: 'session',
  limit: { name: 'email', max: 600, windowSeconds: 5 * 60, ...byAccount },
  responses: { 200: EmailSettings },
  etag: true,
})

/** Takes effect once the new address is confirmed. The number of e-mails to one address is limited as well. */
export const changeEmail = defineCall({
  method: 'POST',
  path: '/api/auth/email',
  summary:
    'Requests a change of e-mail address: sends a link to the new address and notifies the current one.',
  tag: TAG,
  access: 'reauthenticated',
  limit: {
    name: 'email-changes',
    max: 5,
    windowSeconds: HOUR_SECONDS,
    ...byAccount,
    at: 'after-parse',
  },
  body: ChangeEmailRequest,
  responses: { 202: EmailSettings },
  errors: ['EMAIL_RECENTLY_CHANGED'],
  idempotent: 'effect-once',
  console: { body: { email: '' }, effect: 'Sends an e-mail to both addresses.' },
})

export const cancelEmailChange = defineCall({
  method: 'DELETE',
  path: '/api/auth/email/pending',
  summary: 'Cancels a pending change of your e-mail address.',
  tag: TAG,
  access: 'session',
  limit: { name: 'email-called-off', max: 60, windowSeconds: HOUR_SECONDS, ...byAccount },
  responses: { 200: EmailSettings },
  console: { effect: 'The link that was sent stops working.' },
})

/** Limited to 5 e-mails per account per hour. */
export const sendEmailConfirmation = defineCall({
  method: 'POST',
  path: '/api/auth/email/confirmation',
  summary: 'Sends a link that confirms your e-mail address.',
  tag: TAG,
  access: 'session',
  responses: { 202: EmailSettings },
  errors: ['EMAIL_MISSING', 'TOO_MANY_REQUESTS'],
  idempotent: 'effect-once',
  console: { effect: 'Sends you an e-mail.' },
})

export const checkEmailLink = defineCall({
  method: 'POST',
  path: '/api/auth/email/link/check',
  worksWhenFull: true,
  summary:
    'Returns what a link will do, without using it. Kinds are confirm-email, change-email and undo-email.',
  tag: TAG,
  access: 'anyone',
  limit: LINK_LIMIT,
  body: EmailLinkRequest,
  responses: { 200: EmailLink },
  errors: LINK_ERRORS,
  console: { body: LINK_EXAMPLE },
})

/** Confirming or changing an address requires a session of the account; undoing a change requires none. */
export const applyEmailLink = defineCall({
  method: 'POST',
  path: '/api/auth/email/link',
  summary: 'Confirms, changes or restores an e-mail address with an e-mailed link.',
  tag: TAG,
  access: 'anyone',
  limit: LINK_LIMIT,
  body: EmailLinkRequest,
  responses: { 200: EmailLink },
  errors: [
    ...LINK_ERRORS,
    'SIGN_IN_REQUIRED',
    'SESSION_ENDED',
    'LINK_FOR_ANOTHER_ACCOUNT',
    'EMAIL_TAKEN',
  ],
  console: {
    body: LINK_EXAMPLE,
    effect: 'Confirms, changes or restores the address. Restoring it ends every session.',
  },
})

/** The e-mail address of an account. */
export const emailCalls = {
  showEmail,
  changeEmail,
  cancelEmailChange,
  sendEmailConfirmation,
  checkEmailLink,
  applyEmailLink,
}
