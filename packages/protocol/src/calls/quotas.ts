/** The quota of the workspace of a session. */
import { defineCall } from '../call.ts'
import { SETTINGS_LIMIT } from '../call-limits.ts'
import { Quota } from '../quotas.ts'

export const showQuota = defineCall({
  method: 'GET',
  path: '/api/auth/workspaces/current/quota',
  summary:
    'Returns how many signing requests the current workspace has used this month, and its limit.',
  tag: 'Workspaces',
  access: 'session',
  limit: SETTINGS_LIMIT,
  responses: { 200: Quota },
})

export const quotaCalls = { showQuota }
