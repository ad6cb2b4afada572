/** Signing in and signing up with a passkey, and the passkeys of an account. */
import * as z from 'zod/mini'
import { SignedIn, VERIFICATION_PLACEHOLDER } from '../auth.ts'
import { defineCall, EMPTY } from '../call.ts'
import { FACTOR_CHANGE_LIMIT, FACTOR_IP_LIMIT, REGISTER_LIMIT } from '../call-limits.ts'
import { AddedPasskey, NewPasskey, PasskeyName, PasskeySignIn, PasskeySignUp } from '../factors.ts'
import { PasskeyCreationOptions, PasskeyRequestOptions } from '../passkey-options.ts'

const TAG = 'Passkeys'
const SIGNS_IN = 'Signs you in and replaces this browser’s current session.'
const PASSKEY = { passkey: {} }

export const startPasskeySignIn = defineCall({
  method: 'POST',
  path: '/api/auth/login/passkey/options',
  worksWhenFull: true,
  summary: 'Returns the options for the browser’s passkey sign-in dialog.',
  tag: TAG,
  access: 'anyone',
  limit: FACTOR_IP_LIMIT,
  responses: { 200: PasskeyRequestOptions },
})

export const signInWithPasskey = defineCall({
  method: 'POST',
  path: '/api/auth/login/passkey',
  worksWhenFull: true,
  summary: 'Signs in with the browser’s passkey response.',
  tag: TAG,
  access: 'anyone',
  limit: FACTOR_IP_LIMIT,
  body: PasskeySignIn,
  responses: { 200: SignedIn },
  errors: ['PASSKEY_REFUSED', 'PASSKEY_UNKNOWN', 'SESSION_ENDED'],
  console: { body: PASSKEY, effect: SIGNS_IN, after: 'signs-in' },
})

export const startPasskeySignUp = defineCall({
  method: 'POST',
  path: '/api/auth/register/passkey/options',
  summary:
    'Returns the options for the browser’s dialog that creates the passkey of a new account.',
  tag: TAG,
  access: 'anyone',
  limit: REGISTER_LIMIT,
  body: PasskeySignUp,
  responses: { 200: PasskeyCreationOptions },
  errors: ['VERIFICATION_FAILED', 'EMAIL_TAKEN'],
  console: { body: { email: '', turnstileToken: VERIFICATION_PLACEHOLDER } },
})

export const signUpWithPasskey = defineCall({
  method: 'POST',
  path: '/api/auth/register/passkey',
  summary: 'Creates an account with the browser’s passkey response, and signs in to it.',
  tag: TAG,
  access: 'anyone',
  limit: FACTOR_IP_LIMIT,
  body: NewPasskey,
  responses: { 201: SignedIn },
  errors: ['PASSKEY_REFUSED', 'EMAIL_TAKEN', 'SIGN_IN_METHOD_TAKEN', 'SESSION_ENDED'],
  console: {
    body: PASSKEY,
    effect: `Creates an account and sends an e-mail to its address. ${SIGNS_IN}`,
    after: 'signs-in',
  },
})

export const startAddingPasskey = defineCall({
  method: 'POST',
  path: '/api/auth/passkeys/options',
  summary: 'Returns the options for the browser’s dialog that creates an additional passkey.',
  tag: TAG,
  access: 'reauthenticated',
  limit: FACTOR_CHANGE_LIMIT,
  responses: { 200: PasskeyCreationOptions },
})

export const addPasskey = defineCall({
  method: 'POST',
  path: '/api/auth/passkeys',
  summary: 'Adds the passkey that the browser’s dialog created, named after the browser.',
  tag: TAG,
  access: 'reauthenticated',
  limit: FACTOR_CHANGE_LIMIT,
  body: NewPasskey,
  responses: { 201: AddedPasskey },
  errors: ['PASSKEY_REFUSED', 'TOO_MANY_PASSKEYS', 'SIGN_IN_METHOD_TAKEN'],
  console: { body: PASSKEY, effect: 'You can sign in with the passkey from then on.' },
})

export const renamePasskey = defineCall({
  method: 'PATCH',
  path: '/api/auth/passkeys/:id',
  summary: 'Renames a passkey.',
  tag: TAG,
  access: 'session',
  limit: FACTOR_CHANGE_LIMIT,
  params: z.strictObject({ id: z.string() }),
  body: PasskeyName,
  responses: { 204: EMPTY },
  errors: ['ITEM_NOT_FOUND'],
  console: { body: { name: '' }, effect: 'Your settings show the new name.' },
})

export const removePasskey = defineCall({
  method: 'DELETE',
  path: '/api/auth/passkeys/:id',
  summary: 'Removes a passkey and ends all other sessions.',
  tag: TAG,
  access: 'reauthenticated',
  limit: FACTOR_CHANGE_LIMIT,
  params: z.strictObject({ id: z.string() }),
  responses: { 204: EMPTY },
  errors: ['ITEM_NOT_FOUND', 'LAST_SIGN_IN_METHOD'],
  console: {
    effect: 'You can no longer sign in with the passkey; your other sessions end.',
  },
})

/** Signing in and signing up with a passkey. */
export const passkeySignInCalls = {
  startPasskeySignIn,
  signInWithPasskey,
  startPasskeySignUp,
  signUpWithPasskey,
}

/** The passkeys of the account that is signed in. */
export const passkeyCalls = { startAddingPasskey, addPasskey, renamePasskey, removePasskey }
