/** The call that sets the password of an account. */
import { defineCall, EMPTY } from '../call.ts'
import { SetPasswordRequest } from '../passwords.ts'

export const setPassword = defineCall({
  method: 'POST',
  path: '/api/auth/password',
  summary: 'Changes your password, or sets the first one of an account without a password.',
  tag: 'Password',
  access: 'session',
  // Prevents guessing the password with a stolen session.
  limit: {
    name: 'set-password',
    max: 20,
    windowSeconds: 60 * 60,
    whenRedisFails: 'closed',
    by: 'account',
    at: 'after-parse',
  },
  body: SetPasswordRequest,
  responses: { 204: EMPTY },
  errors: [
    'PASSWORD_WRONG',
    'PROOF_NEEDED',
    'EMAIL_UNCONFIRMED',
    'PASSWORD_TOO_SHORT',
    'PASSWORD_TOO_COMMON',
    'PASSWORD_HAS_NAME',
  ],
  errorFields: {
    PASSWORD_TOO_SHORT: ['newPassword'],
    PASSWORD_TOO_COMMON: ['newPassword'],
    PASSWORD_HAS_NAME: ['newPassword'],
  },
  console: {
    body: { currentPassword: '', newPassword: '' },
    effect: 'Changes your password and ends your other sessions.',
  },
})

/** The password of an account. */
export const passwordCalls = { setPassword }
