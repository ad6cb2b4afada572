/** The calls that list and end the sessions of an account. */
import * as z from 'zod/mini'
import { defineCall, EMPTY } from '../call.ts'
import { SETTINGS_LIMIT } from '../call-limits.ts'
import { LOGOUT } from '../paths.ts'
import { SessionId, SessionList, SessionsEnded } from '../sessions.ts'

const TAG = 'Sessions'

export const listSessions = defineCall({
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'Lists where you are signed in: this session first, then the most recently used.',
  tag: TAG,
  access: 'session',
  limit: SETTINGS_LIMIT,
  responses: { 200: SessionList },
})

/** Responds the same for another user's session as for one that does not exist. */
export const endSession = defineCall({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  summary: 'Ends one of your sessions.',
  tag: TAG,
  access: 'session',
  limit: SETTINGS_LIMIT,
  params: z.strictObject({ id: SessionId }),
  unknownParams: 'ITEM_NOT_FOUND',
  responses: { 204: EMPTY },
  errors: ['ITEM_NOT_FOUND'],
  console: { effect: 'That browser is signed out immediately.' },
})

export const endOtherSessions = defineCall({
  method: 'DELETE',
  path: '/api/auth/sessions',
  summary: 'Ends all your sessions except this one.',
  tag: TAG,
  access: 'session',
  limit: SETTINGS_LIMIT,
  responses: { 200: SessionsEnded },
  console: { effect: 'Every other browser is signed out immediately.' },
})

export const logout = defineCall({
  ...LOGOUT,
  worksWhenFull: true,
  summary: 'Ends the session of the request’s token.',
  tag: TAG,
  access: 'session',
  responses: { 204: EMPTY },
  console: { effect: 'Signs you out.', after: 'signs-out' },
})

/** The sessions of an account. */
export const sessionCalls = { listSessions, endSession, endOtherSessions, logout }
