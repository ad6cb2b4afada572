/** Responses of svc-signing about requests that wait for a signature; the calls are in calls/pending-requests.ts. */
import * as z from 'zod/mini'
import { EnvelopeId, RecipientId } from './envelopes.ts'
import { pageOf } from './page.ts'
import { RecipientRole } from './recipient-roles.ts'

/** GET /envelopes/pending/own and /envelopes/pending/others. */
export const PendingQuery = z.strictObject({
  cursor: z.optional(z.string().check(z.maxLength(200))),
})
export type PendingQuery = z.infer<typeof PendingQuery>

/** The largest `total` of a list of pending requests: it also stands for more. */
export const MAX_PENDING_TOTAL = 100

const pendingRequest = {
  id: EnvelopeId,
  title: z.string(),
}

/** A request that waits for the person of the session. */
export const OwnPending = z.strictObject({
  ...pendingRequest,
  /** Until when they can act. */
  expiresAt: z.iso.datetime(),
  /** Who they are in the request. A viewer is listed until they have opened it. */
  recipient: RecipientId,
  role: RecipientRole,
  /** Who sent it. */
  sender: z.string(),
  /** Since when it has been their turn. */
  since: z.iso.datetime(),
  /** Whether they act by a link. Otherwise, it is a request of the workspace, in which they act in their session. */
  hasLink: z.boolean(),
})
export type OwnPending = z.infer<typeof OwnPending>

export const OwnPendingList = pageOf({ requests: z.array(OwnPending), total: z.int() })
export type OwnPendingList = z.infer<typeof OwnPendingList>

/** Maximum number of people in a {@link OthersPending}. */
export const MAX_PENDING_PEOPLE = 3

/** A request of the workspace that waits for others. */
export const OthersPending = z.strictObject({
  ...pendingRequest,
  /** When it expires unless somebody acts: the request, or the first of those whose turn it is and who have less time. */
  expiresAt: z.iso.datetime(),
  /** The first of those whose turn it is to sign or approve, and since when. */
  people: z
    .array(
      z.strictObject({
        id: RecipientId,
        name: z.string(),
        since: z.iso.datetime(),
        /** Whether a reminder can be sent to them. */
        hasLink: z.boolean(),
      }),
    )
    .check(z.maxLength(MAX_PENDING_PEOPLE)),
  /** Number of those whose turn it is as well. */
  morePeople: z.int(),
})
export type OthersPending = z.infer<typeof OthersPending>

export const OthersPendingList = pageOf({ requests: z.array(OthersPending), total: z.int() })
export type OthersPendingList = z.infer<typeof OthersPendingList>

/** POST /envelopes/:id/recipients/:recipient/link: the link is `/sign/<id>#<secret>`. */
export const RecipientLink = z.strictObject({ id: z.string(), secret: z.string() })
export type RecipientLink = z.infer<typeof RecipientLink>
