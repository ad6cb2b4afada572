/**
 * Calls between services. They are under /internal/, which the gateway does not route, and are signed by the
 * calling service.
 *
 * Each call transmits the current state instead of an event, so repeating a call or receiving two calls in the wrong
 * order is harmless.
 */
import * as z from 'zod'
import { pageOf } from './page.ts'

/** A call from one service to another: always POST with a JSON body; the response is 200 with a JSON body. */
export type InternalCall<
  Body extends z.core.$ZodType = z.core.$ZodType,
  Response extends z.core.$ZodType = z.core.$ZodType,
> = { path: `/internal/${string}`; body: Body; response: Response }

function defineInternalCall<Body extends z.core.$ZodType, Response extends z.core.$ZodType>(
  call: InternalCall<Body, Response>,
): InternalCall<Body, Response> {
  return call
}

/** Whether the called service has completed the request; if not, the caller repeats the call later. */
const Completion = z.strictObject({ done: z.boolean() })

/** An account was deleted: the service deletes or unlinks its data about the user. */
export const accountEnded = defineInternalCall({
  path: '/internal/account-ended',
  body: z.strictObject({ accountId: z.string() }),
  response: Completion,
})

/**
 * The current state of a workspace, after a rename, a change of members or its deletion. `version` increases with
 * every change: a service that stores any of this ignores versions older than the one it has stored.
 */
export const workspaceChanged = defineInternalCall({
  path: '/internal/workspace-changed',
  body: z.strictObject({
    workspaceId: z.string(),
    version: z.int(),
    name: z.string(),
    members: z.array(
      z.strictObject({ accountId: z.string(), role: z.enum(['owner', 'member', 'viewer']) }),
    ),
    /** The workspace has no members left and is permanently deleted. */
    ended: z.boolean(),
  }),
  response: Completion,
})

/**
 * A service's data about a user, a page at a time, for the user's data export. Each record has a `kind`; `next`
 * requests the following page and is null on the last one.
 */
export const personalData = defineInternalCall({
  path: '/internal/personal-data',
  body: z.strictObject({ accountId: z.string(), after: z.nullable(z.string()) }),
  response: pageOf({ records: z.array(z.looseObject({ kind: z.string() })) }),
})
