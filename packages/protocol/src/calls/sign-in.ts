/** The calls that register and sign in with a password. */
import {
  LoginRequest,
  RegisterRequest,
  SecondFactorNeeded,
  SignedIn,
  VERIFICATION_PLACEHOLDER,
} from '../auth.ts'
import { defineCall } from '../call.ts'
import { REGISTER_LIMIT } from '../call-limits.ts'

const EXAMPLE = { email: '', password: '', turnstileToken: VERIFICATION_PLACEHOLDER }
const SIGNS_IN = 'Signs you in and replaces this browser’s current session.'

export const register = defineCall({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Creates an account with an e-mail address and a password.',
  tag: 'Create an account',
  access: 'anyone',
  limit: REGISTER_LIMIT,
  body: RegisterRequest,
  responses: { 201: SignedIn },
  errors: [
    'VERIFICATION_FAILED',
    'PASSWORD_TOO_SHORT',
    'PASSWORD_TOO_COMMON',
    'PASSWORD_HAS_NAME',
    'EMAIL_TAKEN',
    'SESSION_ENDED',
  ],
  console: {
    body: EXAMPLE,
    effect: `Creates an account and sends an e-mail to its address. ${SIGNS_IN}`,
    after: 'signs-in',
  },
})

/** Attempts for one account are limited as well, after the verification is checked. */
export const login = defineCall({
  method: 'POST',
  path: '/api/auth/login',
  worksWhenFull: true,
  summary: 'Signs in with an e-mail address and a password.',
  tag: 'Sign in',
  access: 'anyone',
  // Generous, because an office or a classroom shares one IP address; the limits per account are strict.
  limit: {
    name: 'login-address',
    max: 300,
    windowSeconds: 15 * 60,
    whenRedisFails: 'closed',
    by: 'ip',
    at: 'after-parse',
  },
  body: LoginRequest,
  responses: { 200: SignedIn, 202: SecondFactorNeeded },
  errors: ['VERIFICATION_FAILED', 'CREDENTIALS_WRONG', 'SESSION_ENDED'],
  console: { body: EXAMPLE, effect: SIGNS_IN, after: 'signs-in' },
})

/** Registering and signing in with a password. */
export const signInCalls = { login, register }
