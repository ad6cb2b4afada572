/** The second factor, confirming one's identity again, and removing the password. */
import { SignedIn } from '../auth.ts'
import { defineCall, EMPTY } from '../call.ts'
import { FACTOR_CHANGE_LIMIT, FACTOR_IP_LIMIT } from '../call-limits.ts'
import {
  AuthenticatorAppConfirmation,
  AuthenticatorAppSetup,
  ReauthenticationCredential,
  RecoveryCodes,
  SecondFactor,
} from '../factors.ts'
import { PasskeyRequestOptions } from '../passkey-options.ts'

const REAUTHENTICATION = 'Identity confirmation'
const APP = 'Authenticator app'

export const confirmSecondFactor = defineCall({
  method: 'POST',
  path: '/api/auth/login/second-factor',
  worksWhenFull: true,
  summary: 'Completes a sign-in with a code from the app, a recovery code or a passkey.',
  tag: APP,
  access: 'anyone',
  limit: FACTOR_IP_LIMIT,
  body: SecondFactor,
  responses: { 200: SignedIn },
  errors: ['SIGN_IN_EXPIRED', 'CODE_WRONG', 'PASSKEY_REFUSED', 'PASSKEY_UNKNOWN', 'SESSION_ENDED'],
  console: {
    body: { id: '', code: '' },
    effect: 'Signs you in and replaces this browser’s current session.',
    after: 'signs-in',
  },
})

export const reauthenticateWithFactor = defineCall({
  method: 'POST',
  path: '/api/auth/prove',
  summary:
    'Confirms your identity with a password, code or passkey. Allows calls that require it for ten minutes.',
  tag: REAUTHENTICATION,
  access: 'session',
  limit: { ...FACTOR_IP_LIMIT, at: 'after-parse' },
  body: ReauthenticationCredential,
  responses: { 204: EMPTY },
  errors: [
    'PASSWORD_WRONG',
    'CODE_WRONG',
    'PASSKEY_REFUSED',
    'PASSKEY_UNKNOWN',
    'STRONGER_PROOF_NEEDED',
  ],
  errorFields: { PASSWORD_WRONG: ['password'] },
  console: { body: { password: '' } },
})

export const startPasskeyReauthentication = defineCall({
  method: 'POST',
  path: '/api/auth/prove/options',
  summary: 'Returns the options for the browser’s passkey dialog that confirms your identity.',
  tag: REAUTHENTICATION,
  access: 'session',
  limit: FACTOR_IP_LIMIT,
  responses: { 200: PasskeyRequestOptions },
  errors: ['NOT_FOUND'],
})

export const setUpApp = defineCall({
  method: 'POST',
  path: '/api/auth/app',
  summary: 'Creates the secret for an authenticator app. Takes effect once confirmed with a code.',
  tag: APP,
  access: 'reauthenticated',
  limit: FACTOR_CHANGE_LIMIT,
  responses: { 200: AuthenticatorAppSetup },
  errors: ['AUTHENTICATOR_APP_EXISTS'],
})

export const confirmApp = defineCall({
  method: 'POST',
  path: '/api/auth/app/confirm',
  summary: 'Turns on the second factor and returns the recovery codes, which are shown only once.',
  tag: APP,
  access: 'reauthenticated',
  limit: FACTOR_CHANGE_LIMIT,
  body: AuthenticatorAppConfirmation,
  responses: { 200: RecoveryCodes },
  errors: ['CODE_WRONG', 'AUTHENTICATOR_APP_EXISTS', 'NO_AUTHENTICATOR_APP'],
  console: { body: { code: '' }, effect: 'Signing in requires a code from then on.' },
})

export const removeApp = defineCall({
  method: 'DELETE',
  path: '/api/auth/app',
  summary: 'Turns off the second factor.',
  tag: APP,
  access: 'reauthenticated',
  limit: FACTOR_CHANGE_LIMIT,
  responses: { 204: EMPTY },
  errors: ['NO_AUTHENTICATOR_APP'],
  console: {
    effect: 'Signing in no longer requires a code, and the recovery codes stop working.',
  },
})

export const renewRecoveryCodes = defineCall({
  method: 'POST',
  path: '/api/auth/recovery-codes',
  summary: 'Creates and returns ten new recovery codes, which are shown only once.',
  tag: APP,
  access: 'reauthenticated',
  limit: FACTOR_CHANGE_LIMIT,
  responses: { 200: RecoveryCodes },
  errors: ['NO_AUTHENTICATOR_APP'],
  console: { effect: 'Your previous recovery codes stop working.' },
})

export const removePassword = defineCall({
  method: 'DELETE',
  path: '/api/auth/password',
  summary: 'Removes the password of an account that has another sign-in method.',
  tag: 'Password',
  access: 'reauthenticated',
  limit: FACTOR_CHANGE_LIMIT,
  responses: { 204: EMPTY },
  errors: ['ITEM_NOT_FOUND', 'LAST_SIGN_IN_METHOD'],
  console: {
    effect: 'You can no longer sign in with your password; your other sessions end.',
  },
})

/** The second step of a sign-in. */
export const secondFactorCalls = { confirmSecondFactor }

/** Confirming one's identity again, before changes that could lock the owner out. */
export const reauthenticationCalls = { reauthenticateWithFactor, startPasskeyReauthentication }

/** The authenticator app, recovery codes, and removing the password. */
export const authenticatorAppCalls = {
  setUpApp,
  confirmApp,
  removeApp,
  renewRecoveryCodes,
  removePassword,
}
