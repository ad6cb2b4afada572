/** The call that lists the events of an account. */
import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { HistoryPage } from '../profile.ts'

export const listHistory = defineCall({
  method: 'GET',
  path: '/api/auth/history',
  summary: 'Lists the events of your account, newest first, in pages of 20.',
  tag: 'History and deletion',
  access: 'session',
  limit: {
    name: 'history',
    max: 300,
    windowSeconds: 5 * 60,
    whenRedisFails: 'closed',
    by: 'account',
  },
  query: z.strictObject({ before: z.optional(z.string().check(z.maxLength(300))) }),
  responses: { 200: HistoryPage },
  etag: true,
  page: { cursor: 'before' },
  console: { query: { before: '' } },
})

/** The history of an account. */
export const historyCalls = { listHistory }
