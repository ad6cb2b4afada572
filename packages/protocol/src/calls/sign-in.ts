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
const SIGNS_IN = 'Signs you in in this browser and replaces the current session.'

export const register = defineCall({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Creates an account with an e-mail address and a password.',
  tag: 'Create an account',
  access: 'anyone',
  limit: REGISTER_LIMIT,
  body: RegisterRequest,
  answers: { 201: SignedIn },
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

/** Attempts at one account are limited too, once the verification is spent. */
export const login = defineCall({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Signs in with an e-mail address and a password.',
  tag: 'Sign in',
  access: 'anyone',
  // An office or a classroom shares one address, so this is generous; the limits of an account are not.
  limit: {
    name: 'login-address',
    max: 300,
    windowSeconds: 15 * 60,
    whenRedisFails: 'closed',
    by: 'address',
    at: 'after-parse',
  },
  body: LoginRequest,
  answers: { 200: SignedIn, 202: SecondFactorNeeded },
  errors: ['VERIFICATION_FAILED', 'CREDENTIALS_WRONG', 'SESSION_ENDED'],
  console: { body: EXAMPLE, effect: SIGNS_IN, after: 'signs-in' },
})

/** Registering and signing in with a password. */
export const signInCalls = { login, register }
