/** The calls that schedule the deletion of an account, or cancel it. */
import { type CallLimit, defineCall, EMPTY } from '../call.ts'
import { DELETION_DELAY_DAYS, DELETION_PHRASE, Deletion, DeletionRequest } from '../profile.ts'

const TAG = 'History and deletion'

/** Strict, because each call may send an e-mail. */
const LIMIT: CallLimit = {
  name: 'deletion',
  max: 20,
  windowSeconds: 60 * 60,
  whenRedisFails: 'closed',
  by: 'account',
}

export const scheduleDeletion = defineCall({
  method: 'POST',
  path: '/api/auth/deletion',
  summary: `Schedules the deletion of your account; the confirmation is “${DELETION_PHRASE}”.`,
  tag: TAG,
  access: 'reauthenticated',
  limit: LIMIT,
  body: DeletionRequest,
  responses: { 200: Deletion },
  errors: ['SOLE_OWNER_OF_WORKSPACE', 'DELETION_CANCELLED'],
  idempotent: 'effect-once',
  console: {
    body: { confirmation: '' },
    effect: `Your account is deleted after ${DELETION_DELAY_DAYS} days, and your other sessions end immediately.`,
  },
})

/** Requires no recent sign-in, so that users who forgot their password can still cancel the deletion. */
export const cancelDeletion = defineCall({
  method: 'DELETE',
  path: '/api/auth/deletion',
  summary: 'Cancels the deletion of your account.',
  tag: TAG,
  access: 'session',
  limit: LIMIT,
  responses: { 204: EMPTY },
  console: { effect: 'Your account will not be deleted.' },
})

/** The deletion of an account. */
export const deletionCalls = { scheduleDeletion, cancelDeletion }
