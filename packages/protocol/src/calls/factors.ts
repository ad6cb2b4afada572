/** The second factor, confirming one's identity again, and doing without a password. */
import { SignedIn } from '../auth.ts'
import { defineCall, EMPTY } from '../call.ts'
import { FACTOR_ADDRESS_LIMIT, FACTOR_CHANGE_LIMIT } from '../call-limits.ts'
import { AppConfirmation, AppSetup, Proof, RecoveryCodes, SecondFactor } from '../factors.ts'
import { PasskeyRequestOptions } from '../passkey-options.ts'

const PROOF = 'Identity confirmation'
const APP = 'Authenticator app'

export const confirmSecondFactor = defineCall({
  method: 'POST',
  path: '/api/auth/login/second-factor',
  summary: 'Completes a sign-in with a code from the app, a recovery code or a passkey.',
  tag: APP,
  access: 'anyone',
  limit: FACTOR_ADDRESS_LIMIT,
  body: SecondFactor,
  answers: { 200: SignedIn },
  errors: ['SIGN_IN_EXPIRED', 'CODE_WRONG', 'PASSKEY_REFUSED', 'PASSKEY_UNKNOWN', 'SESSION_ENDED'],
  console: {
    body: { id: '', code: '' },
    effect: 'Signs you in in this browser and replaces the current session.',
    after: 'signs-in',
  },
})

export const proveIdentity = defineCall({
  method: 'POST',
  path: '/api/auth/prove',
  summary:
    'Confirms your identity by password, code or passkey. Calls that need it are then open for ten minutes.',
  tag: PROOF,
  access: 'session',
  limit: { ...FACTOR_ADDRESS_LIMIT, at: 'after-parse' },
  body: Proof,
  answers: { 204: EMPTY },
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

export const startPasskeyProof = defineCall({
  method: 'POST',
  path: '/api/auth/prove/options',
  summary: 'Returns the options that the browser’s passkey dialog is opened with to confirm it.',
  tag: PROOF,
  access: 'session',
  limit: FACTOR_ADDRESS_LIMIT,
  answers: { 200: PasskeyRequestOptions },
  errors: ['NOT_FOUND'],
})

export const setUpApp = defineCall({
  method: 'POST',
  path: '/api/auth/app',
  summary: 'Creates the secret for an authenticator app, which counts once a code confirms it.',
  tag: APP,
  access: 'proof',
  limit: FACTOR_CHANGE_LIMIT,
  answers: { 200: AppSetup },
  errors: ['APP_IS_ON'],
})

export const confirmApp = defineCall({
  method: 'POST',
  path: '/api/auth/app/confirm',
  summary: 'Turns the second factor on and returns the recovery codes, only this once.',
  tag: APP,
  access: 'proof',
  limit: FACTOR_CHANGE_LIMIT,
  body: AppConfirmation,
  answers: { 200: RecoveryCodes },
  errors: ['CODE_WRONG', 'APP_IS_ON', 'APP_IS_OFF'],
  console: { body: { code: '' }, effect: 'Signing in requires a code from then on.' },
})

export const removeApp = defineCall({
  method: 'DELETE',
  path: '/api/auth/app',
  summary: 'Turns the second factor off.',
  tag: APP,
  access: 'proof',
  limit: FACTOR_CHANGE_LIMIT,
  answers: { 204: EMPTY },
  errors: ['APP_IS_OFF'],
  console: {
    effect: 'Signing in no longer requires a code, and the recovery codes stop working.',
  },
})

export const renewRecoveryCodes = defineCall({
  method: 'POST',
  path: '/api/auth/recovery-codes',
  summary: 'Creates ten recovery codes and returns them, only this once.',
  tag: APP,
  access: 'proof',
  limit: FACTOR_CHANGE_LIMIT,
  answers: { 200: RecoveryCodes },
  errors: ['APP_IS_OFF'],
  console: { effect: 'Your previous recovery codes stop working.' },
})

export const removePassword = defineCall({
  method: 'DELETE',
  path: '/api/auth/password',
  summary: 'Removes the password of an account that has another sign-in method.',
  tag: 'Password',
  access: 'proof',
  limit: FACTOR_CHANGE_LIMIT,
  answers: { 204: EMPTY },
  errors: ['ALREADY_GONE', 'LAST_WAY_IN'],
  console: {
    effect: 'Your password can no longer sign in to your account; your other sessions end.',
  },
})

/** The second step of a sign-in. */
export const secondFactorCalls = { confirmSecondFactor }

/** Confirming one's identity again, before what could lock the owner out. */
export const proofCalls = { proveIdentity, startPasskeyProof }

/** The authenticator app, recovery codes, and removing the password. */
export const appCalls = { setUpApp, confirmApp, removeApp, renewRecoveryCodes, removePassword }
