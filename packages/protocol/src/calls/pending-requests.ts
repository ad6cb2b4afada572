/** The calls of svc-signing about requests that wait for a signature. */
import { defineCall } from '../call.ts'
import { byRecipient, READ_LIMIT, TAG, WRITE_LIMIT } from '../envelope-call-options.ts'
import {
  OthersPendingList,
  OwnPendingList,
  PendingQuery,
  RecipientLink,
} from '../pending-requests.ts'

/** Without a scope: an API key belongs to one workspace, and these requests come from all. */
export const listOwnPending = defineCall({
  method: 'GET',
  path: '/api/v1/envelopes/pending/own',
  summary:
    'Lists the signing requests that wait for the person of the session: those sent to the confirmed e-mail address of the account, from all workspaces, and their own in this workspace. Newest first.',
  tag: TAG,
  access: 'session',
  limit: READ_LIMIT,
  query: PendingQuery,
  responses: { 200: OwnPendingList },
  page: { cursor: 'cursor' },
})

export const listOthersPending = defineCall({
  method: 'GET',
  path: '/api/v1/envelopes/pending/others',
  summary:
    'Lists the signing requests of the workspace that wait for other people, and for whom. Newest first.',
  tag: TAG,
  access: 'session',
  scope: 'envelopes:read',
  limit: READ_LIMIT,
  query: PendingQuery,
  responses: { 200: OthersPendingList },
  page: { cursor: 'cursor' },
})

/** Without a scope: an API key must not open a person's own requests. */
export const createRecipientLink = defineCall({
  method: 'POST',
  path: '/api/v1/envelopes/:id/recipients/:recipient/link',
  summary:
    'Returns the link of a recipient to the account that has confirmed their e-mail address, while it is their turn. Signing still needs the code from the mailbox.',
  tag: TAG,
  access: 'session',
  limit: WRITE_LIMIT,
  ...byRecipient,
  worksWhenFull: true,
  responses: { 200: RecipientLink },
  errors: ['ENVELOPE_ENDED', 'ALREADY_SIGNED', 'NOT_YOUR_TURN'],
})

export const pendingCalls = { listOwnPending, listOthersPending, createRecipientLink }
