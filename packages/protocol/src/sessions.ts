/** The sessions of an account, listed and ended in its owner's settings. */
import * as z from 'zod/mini'
import { SignInMethod } from './auth.ts'

/** Maximum number of live sessions of an account; a further one ends the least recently used. */
export const MAX_SESSIONS = 100

/** Identifies a session. It grants no access: calls are authorized by the signed token that contains it. */
export const SessionId = z.string().check(z.regex(/^[\w-]{22}$/))

/** A session of the signed-in user. */
export const SessionView = z.strictObject({
  id: SessionId,
  /** Browser and operating system, such as `Firefox on Linux`. */
  device: z.string(),
  /** A country, or a note that the address is local. */
  place: z.string(),
  address: z.string(),
  way: SignInMethod,
  startedAt: z.iso.datetime(),
  usedAt: z.iso.datetime(),
  /** The current session. */
  isCurrent: z.boolean(),
})
export type SessionView = z.infer<typeof SessionView>

/** The current session first, then the most recently used ones. */
export const SessionList = z.strictObject({
  sessions: z.array(SessionView).check(z.maxLength(MAX_SESSIONS)),
})
export type SessionList = z.infer<typeof SessionList>

/** Number of sessions that a call ended. */
export const SessionsEnded = z.strictObject({ ended: z.int().check(z.nonnegative()) })
export type SessionsEnded = z.infer<typeof SessionsEnded>
