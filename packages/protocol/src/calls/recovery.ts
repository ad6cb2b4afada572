/** The calls that reset a forgotten password. */
import { VERIFICATION_PLACEHOLDER } from '../auth.ts'
import { type CallLimit, defineCall, EMPTY } from '../call.ts'
import { ForgotPasswordRequest, LinkToken, ResetLink, ResetPasswordRequest } from '../emails.ts'

const TAG = 'Forgotten password'
const byIp = { windowSeconds: 15 * 60, whenRedisFails: 'closed', by: 'ip' } as const

/** Links cannot be guessed; the limit prevents excessive lookups. */
const LINK_LIMIT: CallLimit = { name: 'reset-address', max: 120, ...byIp }
const LINK_ERRORS = ['LINK_UNKNOWN', 'LINK_USED', 'LINK_EXPIRED'] as const

/** Responds the same for known and unknown addresses. The number of e-mails to one address is limited as well. */
export const forgotPassword = defineCall({
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Sends a link that resets the password, if an account has this e-mail address.',
  tag: TAG,
  access: 'anyone',
  limit: { name: 'forgot-address', max: 60, ...byIp },
  body: ForgotPasswordRequest,
  responses: { 204: EMPTY },
  errors: ['VERIFICATION_FAILED'],
  console: {
    body: { email: '', turnstileToken: VERIFICATION_PLACEHOLDER },
    effect: 'Sends an e-mail to the address if it belongs to an account.',
  },
})

export const checkResetLink = defineCall({
  method: 'POST',
  path: '/api/auth/reset-password/check',
  worksWhenFull: true,
  summary: 'Returns which account a reset link is for and when it expires. Changes nothing.',
  tag: TAG,
  access: 'anyone',
  limit: LINK_LIMIT,
  body: LinkToken,
  responses: { 200: ResetLink },
  errors: LINK_ERRORS,
  console: { body: { token: '' } },
})

export const resetPassword = defineCall({
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Sets a new password with a reset link and ends every session of the account.',
  tag: TAG,
  access: 'anyone',
  limit: LINK_LIMIT,
  body: ResetPasswordRequest,
  responses: { 204: EMPTY },
  errors: [
    ...LINK_ERRORS,
    'PASSWORD_TOO_SHORT',
    'PASSWORD_TOO_COMMON',
    'PASSWORD_HAS_NAME',
    // Returned if the account was deleted in the meantime.
    'SESSION_ENDED',
  ],
  console: {
    body: { token: '', password: '' },
    effect: 'Changes the password and ends every session of that account.',
  },
})

/** A forgotten password. */
export const recoveryCalls = { forgotPassword, checkResetLink, resetPassword }
