/** The calls about whether an account is verified, which new certificates require on a public origin. */
import { defineCall } from '../call.ts'
import { SETTINGS_LIMIT } from '../call-limits.ts'
import { PersonVerification, VerifyPersonRequest } from '../verification.ts'

const TAG = 'Current user'
const PATH = '/api/auth/verification'

export const showVerification = defineCall({
  method: 'GET',
  path: PATH,
  summary: 'Returns whether your account is verified, and how to verify it.',
  tag: TAG,
  access: 'session',
  limit: SETTINGS_LIMIT,
  responses: { 200: PersonVerification },
})

export const verifyPerson = defineCall({
  method: 'POST',
  path: PATH,
  summary: 'Verifies your account with a solved human verification.',
  tag: TAG,
  access: 'session',
  limit: SETTINGS_LIMIT,
  body: VerifyPersonRequest,
  responses: { 200: PersonVerification },
  errors: ['VERIFICATION_FAILED'],
  console: { body: { turnstileToken: '' }, effect: 'Your account can create certificates.' },
})

/** Whether the caller's account is verified. */
export const verificationCalls = { showVerification, verifyPerson }
