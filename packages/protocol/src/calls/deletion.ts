/** The calls that delete an account after a delay, or keep it. */
import { type CallLimit, defineCall, EMPTY } from '../call.ts'
import { DELETION_DELAY_DAYS, DELETION_PHRASE, Deletion, DeletionRequest } from '../profile.ts'

const TAG = 'History and deletion'

/** Each may send an e-mail. */
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
  access: 'proof',
  limit: LIMIT,
  body: DeletionRequest,
  answers: { 200: Deletion },
  errors: ['HAND_OVER_FIRST'],
  idempotent: true,
  console: {
    body: { confirmation: '' },
    effect: `Your account is deleted after ${DELETION_DELAY_DAYS} days, and your other sessions end at once.`,
  },
})

/** Asks for no proof: keeping an account harms nobody, and losing one by a forgotten password would. */
export const cancelDeletion = defineCall({
  method: 'DELETE',
  path: '/api/auth/deletion',
  summary: 'Cancels the deletion of your account.',
  tag: TAG,
  access: 'session',
  limit: LIMIT,
  answers: { 204: EMPTY },
  console: { effect: 'Your account is kept.' },
})

/** The deletion of an account. */
export const deletionCalls = { scheduleDeletion, cancelDeletion }
