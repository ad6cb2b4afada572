/**
 * What services say to each other. These calls lie under /internal/, which the gateway does not route, and are
 * signed by the service that makes them.
 *
 * Each states what is true now instead of what happened, so repeating one or receiving two in the wrong order
 * does no harm.
 */
import * as z from 'zod'

/** A call from one service to another: always POST with a JSON body, answered with 200 and a JSON body. */
export type InternalCall<
  Body extends z.core.$ZodType = z.core.$ZodType,
  Answer extends z.core.$ZodType = z.core.$ZodType,
> = { path: `/internal/${string}`; body: Body; answer: Answer }

function defineInternalCall<Body extends z.core.$ZodType, Answer extends z.core.$ZodType>(
  call: InternalCall<Body, Answer>,
): InternalCall<Body, Answer> {
  return call
}

/** Whether the service has done all that the call asks for; otherwise it is asked again later. */
const Completion = z.strictObject({ done: z.boolean() })

/** An account no longer exists: the service deletes or unlinks what it keeps about the person. */
export const accountEnded = defineInternalCall({
  path: '/internal/account-ended',
  body: z.strictObject({ accountId: z.string() }),
  answer: Completion,
})

/**
 * A workspace as it is now, after a rename, a change of members or its end. `version` grows with every change:
 * a service that keeps any of this ignores a version older than the one it has.
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
    /** No member is left, and the workspace never comes back. */
    ended: z.boolean(),
  }),
  answer: Completion,
})

/**
 * What a service keeps about a person, a page at a time, for the person's data export. Each record names its
 * `kind`; `next` is what to ask for the following page by, null after the last one.
 */
export const personalData = defineInternalCall({
  path: '/internal/personal-data',
  body: z.strictObject({ accountId: z.string(), after: z.nullable(z.string()) }),
  answer: z.strictObject({
    records: z.array(z.looseObject({ kind: z.string() })),
    next: z.nullable(z.string()),
  }),
})
