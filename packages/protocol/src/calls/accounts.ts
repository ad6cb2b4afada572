/** The calls that return the caller's own account. */
import { AccountView } from '../account.ts'
import { Me } from '../auth.ts'
import { defineCall } from '../call.ts'
import { SHOW_ME } from '../paths.ts'

const TAG = 'Current user'

export const showMe = defineCall({
  ...SHOW_ME,
  summary: 'Returns the user that the bearer token belongs to.',
  tag: TAG,
  access: 'session',
  responses: { 200: Me },
})

export const showAccount = defineCall({
  method: 'GET',
  path: '/api/auth/account',
  summary: 'Returns your account with its sign-in methods.',
  tag: TAG,
  access: 'session',
  responses: { 200: AccountView },
  etag: true,
})

/** The caller's own account. */
export const accountCalls = { showMe, showAccount }
